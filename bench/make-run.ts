import fs from 'node:fs';
import { randomInt, randomWords } from '../src/measure/random.js';

export type BigRun = { readonly qrels: string; readonly run: string };

/**
 * Writes a run of `topics` x `hits` lines and its qrels, shaped as runs over MS MARCO passages are: seven-digit ids, scores with six
 * decimals, one or two relevant documents a topic, most of which came back. Seeded: the same bytes every time.
 */
export function makeBigRun(folder: string, topics: number, hits: number, seed = 7): BigRun {
  const words = randomWords(seed);
  const files = { qrels: `${folder}/big.qrels`, run: `${folder}/big.run` };
  const qrels: string[] = [];
  const out = fs.openSync(files.run, 'w');
  for (let t = 0; t < topics; t++) {
    const topic = 1_000_000 - t * 131;
    const first = randomInt(words, 8_000_000);
    let score = 20 + randomInt(words, 1_000_000) / 1e5;
    const lines: string[] = [];
    const ids: number[] = [];
    for (let r = 1; r <= hits; r++) {
      // A step that shares no factor with the number of documents: no id comes twice.
      const id = (first + r * 3_571_429) % 8_841_823;
      ids.push(id);
      score -= randomInt(words, 20_000) / 1e6;
      lines.push(`${topic} Q0 ${id} ${r} ${score.toFixed(6)} bm25\n`);
    }
    for (let i = 0; i <= randomInt(words, 10) / 9; i++) {
      const rank = randomInt(words, 4 * hits);
      qrels.push(`${topic} 0 ${rank < hits ? ids[rank] : 8_900_000 + i} 1\n`);
    }
    fs.writeSync(out, lines.join(''));
  }
  fs.closeSync(out);
  fs.writeFileSync(files.qrels, [...new Set(qrels)].join(''));
  return files;
}
