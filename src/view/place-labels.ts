/** In pixels, x to the right and y down. */
export type Rectangle = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** A text of a size that belongs to a point. */
export type Wanted = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const CLEAR = 9; // from the middle of a mark to its label
const ROUNDING = 1e-6;

/**
 * A place for each label beside its point, tried in turn: right, left, then the corners, then above and below. Taken is the first that
 * touches nothing else and stays on the sheet, or else the one that covers least; `clear` says whether all are of the first sort.
 */
export function placeLabels(
  wanted: readonly Wanted[],
  sheet: Rectangle,
  obstacles: readonly Rectangle[],
): { readonly places: readonly Rectangle[]; readonly clear: boolean } {
  const taken = [...obstacles];
  let clear = true;
  const places = wanted.map((label) => {
    const choices = around(label).map((place) => ({ place, cost: covered(place, sheet, taken) }));
    const best = choices.reduce((a, b) => (b.cost < a.cost - ROUNDING ? b : a));
    if (best.cost > ROUNDING) clear = false;
    taken.push(best.place);
    return best.place;
  });
  return { places, clear };
}

function around({ x, y, width, height }: Wanted): readonly Rectangle[] {
  const [right, left] = [x + CLEAR, x - CLEAR - width];
  const [middle, up, down] = [y - height / 2, y - CLEAR / 2 - height, y + CLEAR / 2];
  const at = (left: number, top: number): Rectangle => ({ left, top, width, height });
  return [
    at(right, middle),
    at(left, middle),
    at(right, up),
    at(right, down),
    at(left, up),
    at(left, down),
    at(x - width / 2, y - CLEAR - height),
    at(x - width / 2, y + CLEAR),
  ];
}

/** Pixels of it that lie upon something, or off the sheet. */
function covered(place: Rectangle, sheet: Rectangle, taken: readonly Rectangle[]): number {
  const off = place.width * place.height - overlap(place, sheet);
  return taken.reduce((sum, other) => sum + overlap(place, other), 10 * off);
}

export function overlap(a: Rectangle, b: Rectangle): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}
