import { didYouMean, LabError } from '../errors.js';
import type { ChunkSet, Run, Slicer } from '../types.js';

export type ChangesOptions = {
  /** Groups of cases to count beside the whole; by kind unless said. */
  readonly by?: Slicer;
  /** Takes the cases both runs have, unedited, where the sets differ. */
  readonly onSharedCases?: boolean;
  /** Where the ranking is cut, in the metric's unit: the metric's own k unless said, else the smaller of the runs'. */
  readonly k?: number;
  /** What the runs searched, where it is at hand: tells what no chunk covers, how spans are cut, and which terms BM25 found. */
  readonly chunks?: { readonly a?: ChunkSet; readonly b?: ChunkSet };
};

const OPTION_NAMES = ['by', 'onSharedCases', 'k', 'chunks'];

/** Throws a LabError for what is no run, an option that is unknown, or one that is no such thing. */
export function checkChangesArguments(a: unknown, b: unknown, options: ChangesOptions): void {
  for (const run of [a, b] as readonly Partial<Run>[]) {
    if (Array.isArray(run?.results) && Array.isArray(run.cases)) continue;
    const found = run instanceof Promise ? 'a promise' : typeof run;
    throw new LabError(
      `changes: found ${found}, wanted a run; await evaluate(…), or read one with store.run(name)`,
    );
  }
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined)
    throw new LabError(
      `changes: the option "${unknown}" is unknown, wanted one of ${OPTION_NAMES.join(', ')}${didYouMean(unknown, OPTION_NAMES) || '; drop it'}`,
    );
  if (options.by !== undefined && typeof options.by !== 'function')
    throw new LabError(
      `changes: by is ${JSON.stringify(options.by)}, wanted a function of a case; write (item) => item.kind, say`,
    );
  if (options.k !== undefined && !(Number.isInteger(options.k) && options.k >= 1))
    throw new LabError(`changes: k is ${options.k}, wanted a whole number of at least 1; correct it`);
  checkChunks('a', a as Run, options.chunks?.a);
  checkChunks('b', b as Run, options.chunks?.b);
}

/** Chunks of other pages, or of another chunker, would tell of what the run never saw. */
function checkChunks(side: 'a' | 'b', run: Run, chunks: ChunkSet | undefined): void {
  if (chunks === undefined) return;
  if (!Array.isArray(chunks?.chunks))
    throw new LabError(
      `changes: chunks.${side} is ${JSON.stringify(chunks)?.slice(0, 40)}, wanted a chunk set; give headings(docs), say`,
    );
  if (run.corpusVersion !== null && chunks.corpus.version !== run.corpusVersion)
    throw new LabError(
      `changes: chunks.${side} are of ${chunks.corpus.version}, wanted ${run.corpusVersion}, which ${run.name} (${run.id}) searched; cut those pages`,
    );
  const places = new Map(chunks.chunks.map((chunk) => [chunk.id, chunk]));
  for (const { hits } of run.results)
    for (const { chunkId, start, end } of hits) {
      const chunk = places.get(chunkId);
      if (chunk !== undefined && (start === undefined || (chunk.start === start && chunk.end === end)))
        continue;
      throw new LabError(
        `changes: chunks.${side} ${chunk === undefined ? `lack "${chunkId}"` : `have "${chunkId}" at ${chunk.start} to ${chunk.end}`}, wanted those that ${run.name} (${run.id}) searched${chunk === undefined ? '' : `, where it stands at ${start} to ${end}`}; cut the pages as it did`,
      );
    }
}
