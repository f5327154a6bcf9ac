import type { CellJob, CellsOutcome } from './run-cells.js';

/** What the runner tells the process that runs a notebook. */
export type Job = { readonly cells: readonly CellJob[] };

/** What that process tells back: each cell as it begins, then how it all went, or why it could not begin. */
export type Report =
  | { readonly kind: 'starts'; readonly cell: number }
  | { readonly kind: 'done'; readonly outcome: CellsOutcome }
  | { readonly kind: 'unable'; readonly message: string };
