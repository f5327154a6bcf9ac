import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlap, placeLabels } from './place-labels.js';

const sheet = { left: 0, top: 0, width: 400, height: 300 };

describe('labels of points', () => {
  it('stand to the right, or to the left where that is off the sheet', () => {
    const at = (x: number) => placeLabels([{ x, y: 50, width: 60, height: 14 }], sheet, []);
    expect(at(100)).toEqual({ places: [{ left: 109, top: 43, width: 60, height: 14 }], clear: true });
    expect(at(380).places).toEqual([{ left: 311, top: 43, width: 60, height: 14 }]);
  });

  it('keep off what is drawn', () => {
    const mark = { left: 100, top: 40, width: 80, height: 20 };
    const { places, clear } = placeLabels([{ x: 95, y: 50, width: 60, height: 14 }], sheet, [mark]);
    expect(overlap(places[0]!, mark)).toBe(0);
    expect(clear).toBe(true);
  });

  it('say where there is no room', () => {
    expect(placeLabels([{ x: 200, y: 150, width: 60, height: 14 }], sheet, [sheet]).clear).toBe(false);
  });

  it('touch nothing and stay on the sheet wherever they are called clear', () => {
    const label = fc.record({
      x: fc.double({ min: 0, max: 400, noNaN: true }),
      y: fc.double({ min: 0, max: 300, noNaN: true }),
      width: fc.double({ min: 5, max: 120, noNaN: true }),
      height: fc.constant(14),
    });
    fc.assert(
      fc.property(fc.array(label, { maxLength: 12 }), (wanted) => {
        const { places, clear } = placeLabels(wanted, sheet, []);
        const free = places.every((place, i) => {
          const inside = Math.abs(overlap(place, sheet) - place.width * place.height) < 1e-6;
          return inside && places.slice(0, i).every((other) => overlap(place, other) < 1e-6);
        });
        expect(clear).toBe(free);
      }),
    );
  });
});
