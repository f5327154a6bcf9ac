/** Two values no further apart than this are the same: far above rounding of sums, far below 1 / n of any metric. Alone here, so that a page's script can have it without tokenizers. */
export const TOLERANCE = 1e-9;
