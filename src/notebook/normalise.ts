import type { Json } from '../types.js';
import { type Data, joined, type Lines, type Output } from './nbformat.js';

/** An output as far as a reader could tell two apart: pictures without the last digits and names that machines choose. */
export function normalOutput(output: Output): Json {
  switch (output.output_type) {
    case 'stream':
      return { type: 'stream', name: output.name, text: joined(output.text) };
    case 'error':
      return { type: 'error', ename: output.ename, evalue: output.evalue };
    default:
      return { type: 'data', ...normalData(output.data) };
  }
}

function normalData(data: Data): { readonly [mime: string]: Json } {
  const mimes = Object.keys(data).sort();
  return Object.fromEntries(mimes.map((mime) => [mime, normalValue(mime, data[mime]!)]));
}

function normalValue(mime: string, value: Json): Json {
  if (mime === 'image/svg+xml') return normalSvg(joined(value as Lines));
  if (mime.endsWith('json')) return rounded(value);
  const text =
    typeof value === 'string' || (Array.isArray(value) && value.every((part) => typeof part === 'string'));
  return text ? joined(value as Lines) : value;
}

/** Ids by the order in which they come up, numbers to whole pixels' tenths, blanks between elements gone. */
function normalSvg(svg: string): string {
  const ids = [...svg.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id!);
  const names = new Map(ids.map((id, i) => [id, `id${i}`]));
  return svg
    .replace(/\b(id=")([^"]*)|(url\((?:&quot;|['"])?#)([^'")&]*)|(href="#)([^"]*)/g, (...found) => {
      const [, a, idA, b, idB, c, idC] = found as (string | undefined)[];
      const id = idA ?? idB ?? idC ?? '';
      return `${a ?? b ?? c}${names.get(id) ?? id}`;
    })
    .replace(/-?\d+\.\d+/g, (digits) => String(Number(Number(digits).toFixed(1))))
    .replace(/>\s+</g, '><')
    .trim();
}

/** Six significant digits, keys in order. */
function rounded(value: Json): Json {
  if (typeof value === 'number') return Number(value.toPrecision(6));
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(rounded);
  const record = value as { readonly [key: string]: Json };
  const keys = Object.keys(record).sort();
  return Object.fromEntries(keys.map((key) => [key, rounded(record[key]!)]));
}
