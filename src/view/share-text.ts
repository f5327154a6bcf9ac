/** A share as a whole percentage: never 100 % where something is missing, nor 0 % where something is there. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1 %';
  return `${Math.floor(100 * share + 1e-9)} %`;
}
