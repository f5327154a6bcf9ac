/** What p values are read from: the normal and Student's t distribution. Good to about 1e-13 of the value. */

/** Lanczos' approximation of ln Γ(x) for x > 0 (Lanczos 1964; the coefficients for g = 7, n = 9 of Godfrey 2001). */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + 6.5;
  let series: number = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) series += LANCZOS[i]! / (x - 1 + i);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}

/**
 * The regularised incomplete beta function I_x(a, b), 0 <= x <= 1, by its continued fraction (DLMF 8.17.22), from
 * the side on which that converges fast (DLMF 8.17.4). `rest` is 1 - x where the caller knows it to more digits.
 */
export function incompleteBeta(x: number, a: number, b: number, rest: number = 1 - x): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(rest, b, a, x);
  const front = a * Math.log(x) + b * Math.log(rest) + logGamma(a + b) - logGamma(a) - logGamma(b);
  return (Math.exp(front) / a) * betaFraction(x, a, b);
}

/** Evaluated by the modified Lentz method (Thompson and Barnett 1986). */
function betaFraction(x: number, a: number, b: number): number {
  const safe = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / safe(1 + term * d);
      c = safe(1 + term / c);
      change = c * d;
      fraction *= change;
    }
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return fraction;
}

/** P(|T| >= |t|) of Student's t with `freedom` degrees of freedom (DLMF 8.17; Abramowitz and Stegun 26.5.27). */
export function studentTwoSided(t: number, freedom: number): number {
  const square = t * t;
  return incompleteBeta(freedom / (freedom + square), freedom / 2, 0.5, square / (freedom + square));
}

/** P(Z <= z) of the standard normal: half of erfc(-z / √2), by series near 0 and a continued fraction in the tails. */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  const upper = x < 3 ? 0.5 - centralMass(x) : tailMass(x);
  return z > 0 ? 1 - upper : upper;
}

/** P(|Z| >= |z|). */
export function normalTwoSided(z: number): number {
  return 2 * normalCdf(-Math.abs(z));
}

/** P(0 <= Z <= x) = φ(x) Σ x^(2k+1) / (1·3·5···(2k+1)) (Abramowitz and Stegun 26.2.11). */
function centralMass(x: number): number {
  let term = x;
  let series = x;
  for (let k = 1; term > 1e-18 * series; k++) {
    term *= (x * x) / (2 * k + 1);
    series += term;
  }
  return density(x) * series;
}

/** P(Z >= x) = φ(x) / (x + 1/(x + 2/(x + 3/(x + …)))) (Abramowitz and Stegun 26.2.14), x >= 3. */
function tailMass(x: number): number {
  let fraction = x;
  for (let k = 200; k >= 1; k--) fraction = x + k / fraction;
  return density(x) / fraction;
}

function density(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}

/** The z with P(Z <= z) = p, by Newton's steps from a rough start (Abramowitz and Stegun 26.2.23); infinite at 0 and 1. */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY;
  if (p >= 1) return Number.POSITIVE_INFINITY;
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  let z =
    (2.515517 + 0.802853 * t + 0.010328 * t * t) /
      (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t) -
    t;
  for (let i = 0; i < 4; i++) z -= (normalCdf(z) - p) / density(z);
  return z;
}
