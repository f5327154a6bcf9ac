/** From pale to dark in one hue, so that it is also read in grey print and with any colour blindness. */
const PALEST = [234, 243, 250] as const;
const DARKEST = [8, 58, 107] as const;

/** The shade for a share from 0 (palest) to 1 (darkest), as `#rrggbb`. */
export function shade(share: number): string {
  const at = Math.min(1, Math.max(0, share));
  const parts = PALEST.map((from, i) => Math.round(from + at * (DARKEST[i]! - from)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The one of two inks that stands out more from a ground (contrast by WCAG 2.1). */
export function inkOn(ground: string, dark: string, light = '#ffffff'): string {
  return contrast(ground, dark) >= contrast(ground, light) ? dark : light;
}

export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Relative luminance of an sRGB colour (WCAG 2.1). */
export function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
