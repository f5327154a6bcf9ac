/**
 * The best `depth` of scored chunks, kept in a bounded heap whose root is the worst kept one. Equal scores go by chunk
 * order, the lower number first, so that a ranking does not depend on the order in which chunks were scored.
 */
export function topHits(scores: Float64Array, touched: Int32Array, count: number, depth: number): Int32Array {
  const size = Math.min(depth, count);
  const heap = new Int32Array(size);
  for (let i = 0; i < size; i++) heap[i] = touched[i]!;
  for (let i = (size >> 1) - 1; i >= 0; i--) sink(heap, scores, i, size);
  for (let i = size; i < count; i++) {
    const candidate = touched[i]!;
    if (size === 0 || !isWorse(heap[0]!, candidate, scores)) continue;
    heap[0] = candidate;
    sink(heap, scores, 0, size);
  }
  return heap.sort((a, b) => scores[b]! - scores[a]! || a - b);
}

function isWorse(a: number, b: number, scores: Float64Array): boolean {
  const x = scores[a]!;
  const y = scores[b]!;
  return x < y || (x === y && a > b);
}

function sink(heap: Int32Array, scores: Float64Array, from: number, size: number): void {
  for (let at = from; ; ) {
    let worst = at;
    const left = 2 * at + 1;
    if (left < size && isWorse(heap[left]!, heap[worst]!, scores)) worst = left;
    if (left + 1 < size && isWorse(heap[left + 1]!, heap[worst]!, scores)) worst = left + 1;
    if (worst === at) return;
    const held = heap[at]!;
    heap[at] = heap[worst]!;
    heap[worst] = held;
    at = worst;
  }
}
