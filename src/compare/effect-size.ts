import { moments } from './moments.js';

/**
 * Cohen's d_z: the mean difference in standard deviations of the differences (Cohen 1988, 2.3.5), so t = d_z √n. It
 * compares across metrics, not across query sets of another spread. Null without spread or below two differences.
 */
export function effectSize(differences: readonly number[]): number | null {
  const { mean, sd } = moments(differences);
  return sd === null || sd === 0 ? null : mean / sd;
}
