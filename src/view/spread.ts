/**
 * Places for labels along a line, in the order of `wanted`, each at least `gap` from the next and all between `low` and `high`, as
 * near as can be to where they are wanted: neighbours that are too near form a block around the mean of what they want. Where
 * there is no room for all, the gap shrinks. `wanted` rises.
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): readonly number[] {
  const step = Math.min(gap, (high - low) / Math.max(1, wanted.length - 1));
  // Less i steps the places need only not fall, which joining blocks brings about (isotonic regression).
  const blocks: { sum: number; count: number }[] = [];
  wanted.forEach((place, i) => {
    blocks.push({ sum: place - i * step, count: 1 });
    while (blocks.length > 1 && mean(blocks.at(-2)!) >= mean(blocks.at(-1)!)) {
      const { sum, count } = blocks.pop()!;
      blocks.at(-1)!.sum += sum;
      blocks.at(-1)!.count += count;
    }
  });
  const most = high - step * Math.max(0, wanted.length - 1);
  return blocks
    .flatMap((block) => Array.from({ length: block.count }, () => mean(block)))
    .map((place, i) => Math.min(Math.max(place, low), Math.max(low, most)) + i * step);
}

function mean({ sum, count }: { readonly sum: number; readonly count: number }): number {
  return sum / count;
}
