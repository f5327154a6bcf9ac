import { describe, expect, it } from 'vitest';
import { dl19Pairs, settledAfter } from '../../test/active-judging.js';
import { hasSharedData } from '../../test/shared-data.js';

describe.skipIf(!hasSharedData)('four pairs of real systems whose labels are all hidden at first', () => {
  it('have the sign of their precision@10 settled by fewer judgments in active order than by depth, in most of them', () => {
    const needed = dl19Pairs('precision@10', 10, 4).map((pair) =>
      (['active', 'depth'] as const).map((order) => settledAfter(pair, 'precision@10', order, 199)),
    );
    const fewer = needed.filter(([active, depth]) => active!.sign < depth!.sign).length;
    const more = needed.filter(([active, depth]) => active!.sign > depth!.sign).length;
    expect(fewer).toBeGreaterThan(2);
    expect(fewer).toBeGreaterThan(2 * more);
    // Both orders judge the same pages in the end.
    for (const [active, depth] of needed)
      expect([active!.all, active!.final]).toEqual([depth!.all, depth!.final]);
  });
});
