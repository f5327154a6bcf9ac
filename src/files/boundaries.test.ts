import fs from 'node:fs';
import { constants, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import { randomInt, randomWords } from '../measure/random.js';
import { readRun } from './read-any-run.js';
import { readQrels } from './read-qrels.js';
import { RunScanner } from './read-run.js';
import type { TopicHits } from './topic-hits.js';

/** A file is read in pieces of a MiB, and gzip of one in smaller ones; nothing may depend on what they cut in two. */
const MIB = 1 << 20;

type Hit = readonly [topic: string, doc: string, score: number, rank: number, line: number];

const LETTERS = ['a', 'é', '文', '\u{1F600}'];

/** Lines of many lengths with letters of one to four bytes, ended by LF, CRLF and CR in turns, some blank; more than 2 MiB. */
function oddRun(seed: number, topics: 'together' | 'scattered'): string {
  const words = randomWords(seed);
  const ends = ['\n', '\r\n', '\r', '\r\n\r\n', '\n\n'];
  let bytes = 0;
  const lines: string[] = [];
  for (let i = 0; bytes < 2.2 * MIB; i++) {
    const topic = topics === 'together' ? Math.floor(i / 500) : i % 7;
    const id = LETTERS[randomInt(words, 4)]!.repeat(randomInt(words, 60));
    const line = `t${topic} Q0 ${id}${i} ${i % 500} ${randomInt(words, 1e6) / 1e4} tag${ends[randomInt(words, 5)]}`;
    lines.push(line);
    bytes += Buffer.byteLength(line);
  }
  return lines.join('');
}

/** The whole text at once, by its definition; topics in the order of their first lines. */
function naive(text: string): readonly Hit[] {
  const hits = text.split(/\r\n|\n|\r/).flatMap((line, i): readonly Hit[] => {
    const [topic, , doc, rank, score] = line.split(' ');
    return doc === undefined ? [] : [[topic!, doc, Number(score), Number(rank), i + 1]];
  });
  const topics = [...new Set(hits.map(([topic]) => topic))];
  return topics.flatMap((topic) => hits.filter((hit) => hit[0] === topic));
}

const rowsOf = (hits: TopicHits): readonly Hit[] =>
  Array.from({ length: hits.count }, (_, i) => [
    hits.topic,
    hits.id(i),
    hits.scores[i]!,
    hits.ranks[i]!,
    hits.lines[i]!,
  ]);

async function read(bytes: Uint8Array): Promise<readonly Hit[]> {
  const file = `${temporaryFolder()}/run`;
  fs.writeFileSync(file, bytes);
  let found: Hit[] = [];
  await readRun(
    file,
    (hits) => void found.push(...rowsOf(hits)),
    () => {
      found = [];
    },
  );
  fs.rmSync(file);
  return found;
}

function fed(bytes: Uint8Array, piece: number): readonly Hit[] {
  const found: Hit[] = [];
  const scanner = new RunScanner('run', (hits) => void found.push(...rowsOf(hits)));
  for (let at = 0; at < bytes.length; at += piece) scanner.feed(bytes.subarray(at, at + piece));
  scanner.end();
  return found;
}

describe('where pieces are cut', () => {
  test.each(['together', 'scattered'] as const)(
    'makes no difference to a run with topics %s',
    async (how) => {
      const text = oddRun(how === 'together' ? 1 : 2, how);
      const wanted = naive(text);
      const bytes = Buffer.from(text);
      expect(await read(bytes)).toEqual(wanted);
      expect(await read(gzipSync(bytes, { level: 1, strategy: constants.Z_HUFFMAN_ONLY }))).toEqual(wanted);
      const members = [0, 1, 2, 3, 4].map((i) =>
        bytes.subarray(i * 500_009, i === 4 ? undefined : (i + 1) * 500_009),
      );
      expect(await read(Buffer.concat(members.map((one) => gzipSync(one))))).toEqual(wanted);
    },
  );

  test('makes no difference where each byte comes alone', () => {
    const text = `${oddRun(3, 'together').slice(0, 20_000)} Q0 last 1 1 t t t`.replace(/[^\r\n]*$/, '');
    const bytes = Buffer.from(text);
    for (const piece of [1, 2, 3, 7, 4096]) expect(fed(bytes, piece)).toEqual(naive(text));
  });

  /** `before` + `pair` + `after`, so that the edge of the first MiB falls after byte `cut` of the pair. */
  const padded = (head: string, pair: string, cut: number, tail: string) => {
    const room = MIB - cut - Buffer.byteLength(head);
    return Buffer.from(`${head}${'x'.repeat(room)}${pair}${tail}`);
  };

  test.each([
    ['a CRLF', '\r\n', 1],
    ['a CR and no LF', '\r', 1],
    ['an LF', '\n', 0],
    ['two CRLF', '\r\n\r\n', 3],
  ])('makes no difference within %s', async (_, pair, cut) => {
    const bytes = padded('q Q0 a 1 2 t', pair, cut, 'q Q0 b 2 1 t\nq Q0 c 3 0.5 t');
    const found = await read(bytes);
    expect(found).toEqual(naive(bytes.toString()));
    expect(found).toHaveLength(3);
    const labels = `${temporaryFolder()}/qrels`;
    fs.writeFileSync(labels, padded(`q 0 a 1\nq 0 `, ` 1${pair}`, cut + 2, 'q 0 b 1\nq 0 c x'));
    const line = pair === '\r\n\r\n' ? 5 : 4;
    await expect(readQrels(labels)).rejects.toThrow(`:${line}: the grade of "c" for topic "q" is "x"`);
  });

  test.each([1, 2, 3])('makes no difference after byte %i of a letter of four', async (cut) => {
    const run = padded('q Q0 a', '\u{1F600}', cut, ' 1 2 t\nq Q0 b 2 1 t\n');
    expect(await read(run)).toEqual(naive(run.toString()));
    const file = `${temporaryFolder()}/qrels`;
    fs.writeFileSync(file, padded('q 0 a', '\u{1F600}', cut, ' 1\nq 0 b 0\n'));
    const [first, second] = [...(await readQrels(file)).get('q')!.keys()];
    expect([first!.slice(-3), second]).toEqual(['x\u{1F600}', 'b']);
  });

  test.each([
    ['CSV', 'topic,doc,score\n', (i: number) => `t${i % 50},"d,${i}",${i}\r\n`],
    ['JSON lines', '', (i: number) => `{"topic":"t${i % 50}","doc":"d,${i}","score":${i},"é":"文"}\r\n`],
  ])('makes no difference to %s', async (_, head, line) => {
    const lines = Array.from({ length: 120_000 }, (_, i) => line(i));
    const text = head + lines.join('');
    expect(text.length).toBeGreaterThan(2 * MIB);
    const found = await read(Buffer.from(text));
    expect(found).toHaveLength(120_000);
    for (const [topic, doc, score, , number] of found) {
      const i = score;
      if (topic !== `t${i % 50}` || doc !== `d,${i}` || number !== i + 1 + (head === '' ? 0 : 1))
        expect.fail(`${topic} ${doc} ${score} ${number}`);
    }
  });

  test('makes no difference to the line of a fault beyond it', async () => {
    const good = 'q 0 文 1\n'.replace('文', '文'.repeat(40));
    const lines = Array.from({ length: 10_000 }, (_, i) => good.replace('q', `q${i}`));
    const file = `${temporaryFolder()}/qrels`;
    fs.writeFileSync(file, Buffer.concat([Buffer.from(lines.join('')), Buffer.of(0x71, 0xe9, 0x0a)]));
    await expect(readQrels(file)).rejects.toThrow(':10001: is no UTF-8 text, wanted UTF-8; save it as UTF-8');
  });
});
