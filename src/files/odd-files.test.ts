import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import { metric } from '../measure/registry.js';
import { scoreNotes } from '../measure/score-notes.js';
import { scoreRun } from '../measure/score-run.js';
import { shownPath } from '../project.js';
import type { TieRule } from './order.js';
import { readQrels } from './read-qrels.js';

/** A pair of files with the reciprocal rank of each topic and the notes, or with the error. The files are `qrels` and `run`. */
type Odd = {
  readonly qrels?: string | Buffer;
  readonly run?: string | Buffer;
  readonly ties?: TieRule;
  /** Topics in the order of the qrels. */
  readonly mrr?: readonly number[];
  readonly notes?: readonly string[];
  readonly error?: string;
  /** What the files are called, where it might matter. */
  readonly names?: readonly [qrels: string, run: string];
};

const QRELS = 'q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 1\n';
const LINES = ['q1 Q0 d1 1 2.5 t', 'q1 Q0 d2 2 1.5 t', 'q2 Q0 d9 1 3 t', 'q2 Q0 d3 2 2 t'];
const RUN = `${LINES.join('\n')}\n`;
const MRR = [1, 0.5];

async function outcome({ qrels = QRELS, run = RUN, ties = 'rank', names = ['qrels', 'run'] }: Odd) {
  const folder = temporaryFolder();
  const [qrelsFile, runFile] = names.map((name) => path.join(folder, name)) as [string, string];
  fs.writeFileSync(qrelsFile, qrels);
  fs.writeFileSync(runFile, run);
  try {
    const labels = await readQrels(qrelsFile);
    const scores = await scoreRun(runFile, labels, { metrics: [metric('mrr')], ties });
    return { mrr: [...scores.values.get('mrr')!], notes: scoreNotes(scores) };
  } catch (thrown) {
    const { name, message } = thrown as Error;
    expect(name, message).toBe('LabError');
    return { error: message.replaceAll(`${shownPath(folder)}/`, '') };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const wanted = ({ mrr, notes = [], error }: Odd) => (error === undefined ? { mrr, notes } : { error });

function hold(table: Readonly<Record<string, Odd>>): void {
  test.each(Object.entries(table))('%s', async (_, odd) => expect(await outcome(odd)).toEqual(wanted(odd)));
}

/** One topic whose second line has this score; the first has 1. Relevant is what the second line found. */
const scoreIs = (score: string, mrr: number): Odd => ({
  qrels: 'q 0 b 1\n',
  run: `q Q0 a 1 1 t\nq Q0 b 2 ${score} t\n`,
  mrr: [mrr],
  notes: mrr === 1 ? ['ranks contradict scores in 1 topic; the score decided'] : [],
});

const noScore = (score: string): Odd => ({
  run: `q1 Q0 d1 1 ${score} t\n`,
  error: `run:1: the score is "${score}", wanted a number in the fifth field; correct it`,
});

/** `a` is relevant and stands second in the file. */
const tie = (first: string, second: string, ties: TieRule, mrr: number): Odd => ({
  qrels: 'q 0 a 1\n',
  run: `q Q0 b 1 ${first} t\nq Q0 a 2 ${second} t\n`,
  ties,
  mrr: [mrr],
});

const fields = (n: string, hint = 'correct the line', line = 1) =>
  `run:${line}: has ${n}, wanted 6 (topic Q0 document rank score tag); ${hint}`;

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const bom = (text: string) => `\uFEFF${text}`;

describe('lines', () => {
  hold({
    'end in CRLF': { qrels: QRELS.replaceAll('\n', '\r\n'), run: RUN.replaceAll('\n', '\r\n'), mrr: MRR },
    'end in CR alone': { qrels: QRELS.replaceAll('\n', '\r'), run: RUN.replaceAll('\n', '\r'), mrr: MRR },
    'end in one way here and in another there': {
      run: `${LINES[0]}\r\n${LINES[1]}\r${LINES[2]}\n${LINES[3]}`,
      mrr: MRR,
    },
    'have a number where CRLF and CR end them': {
      run: `${LINES[0]}\r\n${LINES[1]}\r${LINES[0]}\r\n`,
      error:
        'run:3: the document "d1" comes a second time for topic "q1" (first on line 1), wanted each once; drop one',
    },
    'need no end where they are the last': { qrels: QRELS.trim(), run: RUN.trim(), mrr: MRR },
    'may have tabs between fields': {
      qrels: QRELS.replaceAll(' ', '\t'),
      run: RUN.replaceAll(' ', '\t'),
      mrr: MRR,
    },
    'may have tabs in one place and spaces in another, also three cells of them': {
      qrels: 'q1 0\td1\t1\nq2\t0 d3\t1\n',
      run: 'q1 Q0 d1 1\t2.5\tt\nq2 Q0\td9 1 3 t\nq2\tQ0 d3 2 2 t\n',
      mrr: MRR,
    },
    'may have several spaces between fields, and some before and after': {
      qrels: QRELS.replaceAll(' ', '   ').replaceAll('\n', '  \n'),
      run: RUN.replaceAll(' ', '   ').replaceAll(/^/gm, '  '),
      mrr: MRR,
    },
    'may have vertical tabs and form feeds for spaces, as in C': {
      qrels: QRELS.replaceAll(' ', '\v'),
      run: RUN.replaceAll(' ', ' \f'),
      mrr: MRR,
    },
    'may be blank, at the start, at the end and between': {
      qrels: `\n\n${QRELS.replaceAll('\n', '\n \n')}\n\n`,
      run: `\n \t\n${RUN.replaceAll('\n', '\n\n')}\n\n`,
      mrr: MRR,
    },
    'are not all blank': {
      run: '\n \n\t\n\n',
      error: 'run: holds no line, wanted qrels or a run; check the file',
    },
    'are there': { run: '', error: 'run: holds no line, wanted qrels or a run; check the file' },
    'are there in the qrels': {
      qrels: '',
      error: 'qrels: holds no line, wanted qrels or a run; check the file',
    },
    'may have more after the tag': { run: RUN.replaceAll('t\n', 't more words 7\n'), mrr: MRR },
    'may have a tag of 3 MB': { run: RUN.replaceAll('t\n', `${'t'.repeat(3e6)}\n`), mrr: MRR },
    'have six fields in a run, not five': { run: 'q1 Q0 d1 1 2.5\n', error: fields('5 fields') },
    'have six fields, though the fifth reads as a score': {
      run: 'q1 Q0 d1 1  7 \n',
      error: fields('5 fields'),
    },
    'have six fields in a run, not three': {
      run: `${RUN}q1 d1 2.5\n`,
      error: fields('3 fields', undefined, 5),
    },
    'have six fields in a run, not one': { run: 'hello\n', error: fields('1 field') },
    'are not packed into one': {
      run: Buffer.alloc(18 << 20, 'x'),
      error:
        'run:1: is longer than 16 MiB, wanted 6 fields (topic Q0 document rank score tag); check that this is a run',
    },
    'have four fields in qrels, not five': {
      qrels: 'q1 0 d1 1 x\n',
      error: 'qrels:1: has 5 fields, wanted 4 (topic 0 document grade); correct the line',
    },
    'of a run are no qrels': {
      qrels: RUN,
      error: 'qrels:1: has 6 fields, wanted 4 (topic 0 document grade); is this a run? give the qrels',
    },
    'of qrels are no run': { run: QRELS, error: fields('4 fields', 'is this a qrels file? give the run') },
    'hold no header in TREC qrels': {
      qrels: 'topic iteration document grade\nq1 0 d1 1\n',
      error:
        'qrels:1: the grade of "document" for topic "topic" is "grade", wanted a whole number from -1000 to 1000; correct it',
    },
  });
});

describe('bytes', () => {
  hold({
    'may begin with a byte-order mark': { qrels: bom(QRELS), run: bom(RUN), mrr: MRR },
    'may be gzip, whatever the name': {
      qrels: gzipSync(QRELS),
      run: gzipSync(RUN),
      names: ['qrels.txt', 'run.txt'],
      mrr: MRR,
    },
    'may be plain though the name ends in .gz': { names: ['qrels.gz', 'run.gz'], mrr: MRR },
    'may be gzip with a byte-order mark in it': {
      qrels: gzipSync(bom(QRELS)),
      run: gzipSync(bom(RUN)),
      mrr: MRR,
    },
    'may be several gzip files in a row, cut anywhere': {
      run: Buffer.concat([bom(RUN).slice(0, 20), bom(RUN).slice(20)].map((part) => gzipSync(part))),
      mrr: MRR,
    },
    'may be gzip in which a byte-order mark is cut in three': {
      run: Buffer.concat(
        [Buffer.of(0xef), Buffer.of(0xbb), Buffer.of(0xbf), Buffer.from(RUN)].map((part) => gzipSync(part)),
      ),
      mrr: MRR,
    },
    'of gzip are whole': {
      run: gzipSync(RUN).subarray(0, -9),
      error:
        'run: is gzip but cannot be unpacked to its end (unexpected end of file), wanted a whole file; fetch or pack it again',
    },
    'of gzip are whole, also in its head': {
      run: Buffer.of(0x1f, 0x8b, 8),
      error:
        'run: is gzip but cannot be unpacked to its end (unexpected end of file), wanted a whole file; fetch or pack it again',
    },
    'of gzip that holds nothing': {
      run: gzipSync(''),
      error: 'run: holds no line, wanted qrels or a run; check the file',
    },
    'are not zip': {
      run: Buffer.from('PK\x03\x04 and so on'),
      error: 'run: is packed with zip, wanted plain text or gzip; unpack it',
    },
    'are not UTF-16, little end first': {
      run: utf16(bom(RUN)),
      error: 'run: is UTF-16, wanted UTF-8; save it as UTF-8',
    },
    'are not UTF-16, big end first': {
      qrels: utf16(bom(QRELS)).swap16(),
      error: 'qrels: is UTF-16, wanted UTF-8; save it as UTF-8',
    },
    'are not UTF-16 without a mark': {
      run: utf16(RUN),
      error: 'run:1: holds the control byte 0x00, wanted text; check that this is a run',
    },
    'are not UTF-16 without a mark in qrels': {
      qrels: utf16(QRELS),
      error: 'qrels:1: holds a NUL byte, wanted UTF-8 text; check the file',
    },
    'hold no mark before a later line': {
      run: RUN + bom('q3 Q0 d1 1 1 t\n'),
      error: 'run:5: the topic starts with a byte-order mark, wanted it as the labels have it; correct it',
    },
    'hold no mark before a later line of the qrels': {
      qrels: QRELS + bom('q3 0 d1 1\n'),
      error: 'qrels:4: holds a byte-order mark before the topic "q3", wanted an id; correct it',
    },
    'hold no NUL, as a file that was not written to its end does': {
      run: RUN + '\0\0\0\0',
      error: 'run:5: holds the control byte 0x00, wanted text; check that this is a run',
    },
    'hold no control byte within a score': {
      run: 'q1 Q0 d1 1 2\x015 t\n',
      error: 'run:1: holds the control byte 0x01, wanted text; check that this is a run',
    },
    'of a document need not be UTF-8 in a run, and equal nothing in the qrels': {
      qrels: 'q 0 caf\uFFFD 1\nq 0 d 1\n',
      run: Buffer.from('q Q0 caf\xe9 1 3 t\nq Q0 caf\xe8 2 2 t\nq Q0 d 3 1 t\n', 'latin1'),
      mrr: [1 / 3],
    },
    'of a topic must be UTF-8': {
      run: Buffer.from('q1 Q0 d1 1 3 t\nq\xe9 Q0 d1 1 3 t\n', 'latin1'),
      error: 'run:2: the topic "q\uFFFD" is no UTF-8 text, wanted it as the labels have it; correct it',
    },
    'must be UTF-8 in qrels': {
      qrels: Buffer.from(`${QRELS}q3 0 caf\xe9 1\n`, 'latin1'),
      error: 'qrels:4: is no UTF-8 text, wanted UTF-8; save it as UTF-8',
    },
    'must be UTF-8 in CSV': {
      run: Buffer.from('topic,doc,score\nq1,d1,1\nq1,caf\xe9,1\n', 'latin1'),
      error: 'run:3: is no UTF-8 text, wanted UTF-8; save it as UTF-8',
    },
  });

  test('are those of a file, not of a folder, a pipe or nothing', async () => {
    const folder = temporaryFolder();
    await expect(readQrels(folder)).rejects.toThrow(
      `${shownPath(folder)}: is a folder, wanted a file; name the file in it`,
    );
    await expect(readQrels(`${folder}/none`)).rejects.toThrow(
      `${shownPath(folder)}/none: no such file, wanted one that can be read; check the path`,
    );
    await expect(readQrels('/dev/null')).rejects.toThrow(
      '/dev/null: is a pipe or a device, wanted a file, since it is read more than once; write it to a file first',
    );
  });
});

describe('ids', () => {
  const long = 'x'.repeat(200_000);
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  hold({
    'beyond the basic plane stand in byte order among equal scores': {
      qrels: 'q 0 \u{1F600} 1\n',
      run: 'q Q0 \uFB01 1 1 t\nq Q0 \u{1F600} 2 1 t\n',
      ties: 'docid',
      mrr: [1],
    },
    'may be words that JavaScript knows': {
      qrels: names.map((name) => `${name} 0 ${name} 1\n`).join(''),
      run: names.map((name) => `${name} Q0 ${name} 1 1 t\n`).join(''),
      mrr: [1, 1, 1, 1],
    },
    'may be words that JavaScript knows, in JSON': {
      qrels: '{"__proto__": {"__proto__": 1}, "constructor": {"toString": 1}}',
      run: '{"constructor": {"toString": 2}, "__proto__": {"a": 3, "__proto__": 2}}',
      mrr: [0.5, 1],
    },
    'may be long': { qrels: `${long} 0 ${long} 1\n`, run: `${long} Q0 ${long} 1 1 t\n`, mrr: [1] },
    'of topics may be long and differ at the end, also where they are scattered': {
      qrels: `${long}a 0 d 1\n${long}b 0 d 1\n`,
      run: `${long}a Q0 d 1 2 t\n${long}b Q0 e 1 2 t\n${long}a Q0 e 2 1 t\n${long}b Q0 d 2 1 t\n`,
      mrr: [1, 0.5],
    },
    'may hold white space that is none in C, also where they are scattered': {
      qrels: 'a\u00A0b 0 d\u00A0d 1\na\u00A0c 0 d\u3000d 1\n',
      run: 'a\u00A0b Q0 e 1 2 t\na\u00A0c Q0 e 1 2 t\na\u00A0b Q0 d\u00A0d 2 1 t\na\u00A0c Q0 d\u3000d 2 1 t\n',
      mrr: [0.5, 0.5],
    },
    'of topics that differ in leading zeros are others, and are told': {
      qrels: '007 0 d 1\n8 0 d 1\n',
      run: '7 Q0 d 1 1 t\n8 Q0 d 1 1 t\n',
      mrr: [0, 1],
      notes: [
        '1 of 2 topics is missing from the run and counted as 0: 007',
        '1 topic of the run has no labels and was left out: 7',
        'the topic "7" of the run and "007" of the labels differ only in leading zeros or case; they were not matched, make the ids alike',
      ],
    },
    'of topics that differ in case are others, and are told': {
      qrels: 'q1 0 d 1\n',
      run: 'Q1 Q0 d 1 1 t\n',
      mrr: [0],
      notes: [
        '1 of 1 topics is missing from the run and counted as 0: q1',
        '1 topic of the run has no labels and was left out: Q1',
        'the topic "Q1" of the run and "q1" of the labels differ only in leading zeros or case; they were not matched, make the ids alike',
      ],
    },
    'of documents that differ in leading zeros are others, and are told': {
      qrels: 'q 0 007 1\n',
      run: 'q Q0 7 1 1 t\n',
      mrr: [0],
      notes: [
        'the document "7" of the run and "007" of the labels differ only in leading zeros or case; they were not matched, make the ids alike',
      ],
    },
    'of documents that differ in case, in any script, are others, and are told': {
      qrels: 'q 0 мир 1\nr 0 D1 1\n',
      run: 'q Q0 МИР 1 1 t\nr Q0 d1 1 1 t\n',
      mrr: [0, 0],
      notes: [
        'the document "МИР" of the run and "мир" of the labels differ only in leading zeros or case (and in 1 more case); they were not matched, make the ids alike',
      ],
    },
    'are the same by bytes alone: é of two code points is none of one': {
      qrels: 'q 0 caf\u00E9 1\n',
      run: 'q Q0 cafe\u0301 1 1 t\n',
      mrr: [0],
    },
    'are not half of a letter': {
      qrels: '{"q": {"\\ud800": 1}}',
      error: 'qrels: holds half of a letter in the document "\\ud800", wanted an id; correct it',
    },
    'are not empty': {
      qrels: 'q\t\t1\n',
      error: 'qrels:1: holds an empty document, wanted an id; correct it',
    },
  });
});

describe('scores', () => {
  hold({
    'may be 1e5': scoreIs('1e5', 1),
    'may be +1.5': scoreIs('+1.5', 1),
    'may be .5': scoreIs('.5', 0.5),
    'may be 5.': scoreIs('5.', 1),
    'may be 1.5e-300': scoreIs('1.5e-300', 0.5),
    'may be inf': scoreIs('inf', 1),
    'may be -inf': scoreIs('-inf', 0.5),
    'may be Infinity': scoreIs('Infinity', 1),
    'may be below 0': scoreIs('-3.25', 0.5),
    'may be too great for a double, which is infinity': scoreIs('1e999', 1),
    'may be too great for a double without an exponent': scoreIs('9'.repeat(400), 1),
    'may be too small for a double, which is 0': tie('1e-400', '1e-500', 'docid', 0.5),
    'too small for a double are equal to 0': tie('0', '1e-400', 'docid', 0.5),
    'of 0 and -0 are equal': tie('0', '-0', 'docid', 0.5),
    'of 0 and -0 are equal, in the order of ranks': tie('-0', '0', 'rank', 0.5),
    'of inf twice are equal': tie('inf', '1e400', 'docid', 0.5),
    'may be 1': tie('1', '1.0', 'docid', 0.5),
    'with 17 digits that differ in the last one have its order': {
      ...tie('0.12345678901234567', '0.12345678901234569', 'rank', 1),
      notes: ['ranks contradict scores in 1 topic; the score decided'],
    },
    'with 20 digits that differ in the last one are equal as doubles': tie(
      '0.12345678901234567890',
      '0.12345678901234567891',
      'rank',
      0.5,
    ),
    'with 18 digits before the point have the order of doubles': {
      ...tie('100000000000000000', '100000000000000016', 'rank', 1),
      notes: ['ranks contradict scores in 1 topic; the score decided'],
    },
    'with 400 digits have the order of doubles': {
      ...tie(`0.3${'0'.repeat(400)}`, `0.30000000000000004${'9'.repeat(380)}`, 'rank', 1),
      notes: ['ranks contradict scores in 1 topic; the score decided'],
    },
    'are not NaN': noScore('NaN'),
    'are not nan': noScore('-nan'),
    'are not hexadecimal': noScore('0x10'),
    'have a point, not a comma': noScore('1,5'),
    'are not a dot': noScore('.'),
    'are not a sign': noScore('-'),
    'are not 1e': noScore('1e'),
    'are not 1_000': noScore('1_000'),
  });
});

describe('ranks and ties', () => {
  const ranked = (...ranks: readonly string[]) =>
    ['a', 'b', 'c'].map((doc, i) => `q Q0 ${doc} ${ranks[i]} ${i === 2 ? 1 : 2} t\n`).join('');
  const qrels = 'q 0 b 1\n';
  const fileDecides = 'equal scores in 1 topic have no ranks; the order of the file decided';
  hold({
    'the lower rank stands first among equal scores': { qrels, run: ranked('2', '1', '3'), mrr: [1] },
    'the greater id stands first by the rule of trec_eval': {
      qrels,
      run: ranked('1', '2', '3'),
      ties: 'docid',
      mrr: [1],
    },
    'the score decides against the rank': {
      qrels,
      run: 'q Q0 a 1 1 t\nq Q0 b 2 2 t\n',
      mrr: [1],
      notes: ['ranks contradict scores in 1 topic; the score decided'],
    },
    'a rank that contradicts is seen behind equal scores': {
      qrels: 'q 0 x 1\n',
      run: 'q Q0 x 2 3 t\nq Q0 z 3 2 t\nq Q0 y 1 2 t\n',
      ties: 'docid',
      mrr: [1],
      notes: ['ranks contradict scores in 1 topic; the score decided'],
    },
    'ranks may start at 0': {
      qrels,
      run: ranked('0', '1', '2'),
      mrr: [0.5],
      notes: ['ranks start at 0 in 1 topic; only their order was used'],
    },
    'ranks may all be the same': { qrels, run: ranked('1', '1', '1'), mrr: [0.5] },
    'ranks may be great': {
      qrels,
      run: ranked('9'.repeat(400), '8', '9'.repeat(400)),
      mrr: [1],
    },
    'ranks that are no numbers leave equal scores in the order of the file': {
      qrels,
      run: ranked('x', '-', '-'),
      mrr: [0.5],
      notes: [fileDecides],
    },
    'ranks of some hits alone leave equal scores in the order of the file': {
      qrels: 'q 0 c 1\n',
      run: 'q Q0 a 3 1 t\nq Q0 b - 1 t\nq Q0 c 1 1 t\n',
      mrr: [1 / 3],
      notes: [fileDecides],
    },
    'ranks that are no numbers do not matter where no scores are equal': {
      run: RUN.replaceAll(/ \d (?=\d)/g, ' - '),
      mrr: MRR,
    },
  });
});

describe('topics and documents', () => {
  const scattered = [LINES[0], LINES[2], LINES[1], LINES[3]];
  hold({
    'may be scattered over the file': { run: `${scattered.join('\n')}\n`, mrr: MRR },
    'may be in another order than in the qrels': {
      run: `${[LINES[2], LINES[3], LINES[0], LINES[1]].join('\n')}\n`,
      mrr: MRR,
    },
    'may be scattered over the qrels': { qrels: 'q1 0 d1 1\nq2 0 d3 1\nq1 0 d2 0\n', mrr: MRR },
    'come once in a topic': {
      run: `${RUN}q2 Q0 d9 3 1 t\n`,
      error:
        'run:5: the document "d9" comes a second time for topic "q2" (first on line 3), wanted each once; drop one',
    },
    'come once in a topic that is scattered': {
      run: `\n${scattered.join('\n\n')}\nq1 Q0 d1 9 0 t\n`,
      error:
        'run:9: the document "d1" comes a second time for topic "q1" (first on line 2), wanted each once; drop one',
    },
    'come once in a topic without labels too': {
      run: `${RUN}q3 Q0 d 1 1 t\nq3 Q0 d 2 1 t\n`,
      error:
        'run:6: the document "d" comes a second time for topic "q3" (first on line 5), wanted each once; drop one',
    },
    'may come in several topics': { run: `${LINES[0]}\nq2 Q0 d1 1 3 t\n${LINES[3]}\n`, mrr: MRR },
    'with a wrong line in a scattered run have its number': {
      run: `${scattered.join('\n')}\nq1 Q0 d7 3 x t\n`,
      error: 'run:5: the score is "x", wanted a number in the fifth field; correct it',
    },
    'of the run without labels are left out, and told': {
      run: `${RUN}q3 Q0 d1 1 1 t\n`,
      mrr: MRR,
      notes: ['1 topic of the run has no labels and was left out: q3'],
    },
    'that the run lacks count as 0, and are told': {
      run: LINES[0]!,
      mrr: [1, 0],
      notes: ['1 of 2 topics is missing from the run and counted as 0: q2'],
    },
    'may have nothing in common': {
      run: 'x Q0 d1 1 1 t\ny Q0 d1 1 1 t\n',
      mrr: [0, 0],
      notes: [
        '2 of 2 topics are missing from the run and counted as 0: q1, q2',
        '2 topics of the run have no labels and were left out: x, y',
      ],
    },
  });
});

describe('grades', () => {
  const grade = (found: string): Odd => ({
    qrels: `q1 0 d1 ${found}\n`,
    error: `qrels:1: the grade of "d1" for topic "q1" is "${found}", wanted a whole number from -1000 to 1000; correct it`,
  });
  const left = { notes: ['1 topic of the run has no labels and was left out: q2'] };
  hold({
    'may all be 0, and the value is 0 then': { qrels: 'q1 0 d1 0\nq2 0 d3 1\n', mrr: [0, 0.5] },
    'may be below 0, which is not relevant': { qrels: 'q1 0 d1 -2\nq1 0 d2 1\n', mrr: [0.5], ...left },
    'may be written 1.0': { qrels: 'q1 0 d1 1.0\n', mrr: [1], ...left },
    'may be written +1': { qrels: 'q1 0 d1 +1\n', mrr: [1], ...left },
    'are whole': grade('0.5'),
    'are numbers': grade('x'),
    'are not hexadecimal': grade('0x1'),
    'are not endless': grade('1e3'),
    'have a limit': grade('1001'),
    'are given once for a document': {
      qrels: 'q1 0 d1 1\nq1 0 d2 0\nq1 0 d1 1\n',
      error: 'qrels:3: the document "d1" is judged a second time for topic "q1", wanted each once; drop one',
    },
    'are given once for a document, also in a later part of its topic': {
      qrels: `${QRELS}q1 0 d1 0\n`,
      error: 'qrels:4: the document "d1" is judged a second time for topic "q1", wanted each once; drop one',
    },
  });
});

describe('tables', () => {
  hold({
    'of BEIR have a header and three columns': {
      qrels: 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td3\t1\n',
      mrr: MRR,
    },
    'of BEIR may lack the header, and end in CRLF': { qrels: 'q1\td1\t1\r\nq2\td3\t1\r\n\r\n', mrr: MRR },
    'of BEIR may have ids with spaces and quotes in them': {
      qrels: 'query-id\tcorpus-id\tscore\nq1\t"d 1\t1\n',
      run: '{"q1": {"\\"d 1": 1}}',
      mrr: [1],
    },
    'of BEIR have each column in each line': {
      qrels: 'q1\td1\t1\nq2\td3\n',
      error: 'qrels:2: has 2 columns, wanted 3 (query-id corpus-id score); correct the line',
    },
    'of BEIR have no empty cell': {
      qrels: 'query-id\tcorpus-id\tscore\nq1\t\t1\n',
      error:
        'qrels:2: has no doc, wanted a column for the doc (doc, corpus-id, corpus_id, doc_id); add or rename it',
    },
    'may be CSV with quotes, commas and line breaks in ids': {
      qrels: 'topic,doc,grade\n"q,1","d ""1""\nx",1\n',
      run: 'rank,score,docid,qid\r\n1,2.5,a,"q,1"\r\n2,1.5,"d ""1""\nx","q,1"\r\n',
      mrr: [0.5],
    },
    'may be CSV with spaces beside the commas': {
      qrels: 'topic, doc, grade\nq1, d1, 1\n',
      run: 'topic , doc , score\n q1 , d1 , 2\n',
      mrr: [1],
    },
    'may be CSV with ranks alone': { run: 'qid,docid,rank\nq1,d1,1\nq2,d3,2\nq2,d9,1\n', mrr: MRR },
    'with empty ranks have none': {
      qrels: 'topic,doc,grade\nq,b,1\n',
      run: 'topic,doc,rank,score\nq,a,,1\nq,b,,1\n',
      mrr: [0.5],
      notes: ['equal scores in 1 topic have no ranks; the order of the file decided'],
    },
    'have the columns that are needed': {
      run: 'topic,doc,points\nq1,d1,1\n',
      error:
        'run:2: has the columns topic, doc, points, wanted a column for the score (score, sim, similarity); add or rename it',
    },
    'have each column once': {
      run: 'topic,doc,score,score\nq1,d1,1,2\n',
      error: 'run:1: has the column "score" twice, wanted each once; rename or drop one',
    },
    'have a header': {
      run: 'q1,d1,1.5\nq1,d2,2.5\n',
      error:
        'run:2: has the columns q1, d1, 1.5, wanted a column for the topic (topic, topic_id, query-id, query_id); add or rename it',
    },
    'have more than a header': {
      run: 'topic,doc,score\n',
      error: 'run: holds no hit, wanted at least one; check the file',
    },
    'have as many cells in each line': {
      run: 'topic,doc,score\nq1,d1,1\nq1,d2\n',
      error:
        'run:3: cannot be read as CSV (Invalid Record Length: columns length is 3, got 2 on line 3); correct the line',
    },
    'hold scores that a TREC run might hold': {
      run: 'topic,doc,score\nq1,d1,0x10\n',
      error: 'run:2: the score is "0x10", wanted a number; correct it',
    },
    'hold a document once in a topic': {
      run: 'topic,doc,score\nq1,d1,1\nq2,d1,1\nq1,d1,2\n',
      error:
        'run:4: the document "d1" comes a second time for topic "q1" (first on line 2), wanted each once; drop one',
    },
    'of a run are no qrels': {
      qrels: 'topic,doc,rank,score\nq1,d1,1,9\n',
      error: 'qrels:2: has a column rank, wanted judgments; is this a run? give the qrels',
    },
  });
});

describe('JSON', () => {
  const shape =
    'wanted { topic: { document: score } } or a list of { id, hits }; write it so, or as a TREC run';
  hold({
    'may be a table of topics': {
      qrels: '{"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 2}}',
      run: '{\n  "q2": {"d9": 3, "d3": 2},\r\n  "q1": {"d1": 2.5}\n}\n',
      mrr: MRR,
    },
    'keeps the order of the file among equal scores, though ids be whole numbers': {
      qrels: '{"7": {"2": 1}}',
      run: '{"7": {"10": 1, "2": 1, "b": 1, "1": 1}}',
      mrr: [0.5],
      notes: ['equal scores in 1 topic have no ranks; the order of the file decided'],
    },
    'has each key once': {
      run: '{"q1": {"d1": 1, "d2": 2, "d1": 3}}',
      error: 'run: the key "d1" comes twice in one object, wanted each once; drop one',
    },
    'has each key once, however its letters are written': {
      qrels: '{"q1": {"d1": 1, "d\\u0031": 0}}',
      error: 'qrels: the key "d\\u0031" comes twice in one object, wanted each once; drop one',
    },
    'may have the same key in several objects': {
      run: '{"q1": {"d1": 1}, "q2": {"d1": 3, "d3": 1}}',
      mrr: MRR,
    },
    'knows no NaN': {
      run: '{"q1": {"d1": NaN}}',
      error: `run: is not JSON (Unexpected token 'N', "{"q1": {"d1": NaN}}" is not valid JSON), wanted one object or list; correct it`,
    },
    'has numbers for scores': {
      run: '{"q1": {"d1": "1"}}',
      error: 'run: the score of "d1" is "1", wanted a number; correct it',
    },
    'has no null for a score': {
      run: '{"q1": {"d1": null}}',
      error: 'run: the score of "d1" is null, wanted a number; correct it',
    },
    'is nested in two steps': { run: '{"q1": 3}', error: `run: holds topic "q1" with 3, ${shape}` },
    'is nested in two steps in qrels': {
      qrels: '{"q1": ["d1"]}',
      error:
        'qrels: holds topic "q1" with ["d1"], wanted { topic: { document: grade } }; write it so, or as TREC qrels',
    },
    'is nested in no more': {
      run: '{"run": {"q1": {"d1": 1}}}',
      error: 'run: the score of "q1" is {"d1":1}, wanted a number; correct it',
    },
    'holds something': { run: '{}', error: 'run: holds no hit, wanted at least one; check the file' },
    'keeps a topic that nothing came back for': { run: '{"q1": {"d1": 1}, "q2": {}}', mrr: [1, 0] },
    'keeps a topic without judgments, whose value is 0': {
      qrels: '{"q1": {"d1": 1}, "q2": {}}',
      mrr: [1, 0],
    },
    'has grades that are whole numbers': {
      qrels: '{"q1": {"d1": true}}',
      error:
        'qrels: the grade of "d1" for topic "q1" is true, wanted a whole number from -1000 to 1000; correct it',
    },
    'may be cut off, and is refused': {
      run: '{"q1": {"d1": 1',
      error:
        "run: is not JSON (Expected ',' or '}' after property value in JSON at position 15), wanted one object or list; correct it",
    },
  });
});

describe('JSON lines', () => {
  const CASES =
    '{"id":"q1","query":"x","relevant_doc_ids":["d1"]}\n{"id":"q2","query":"y","relevant":[{"doc":"d3"}]}\n';
  hold({
    'may be cases after a version header, and hits of a topic': {
      qrels: `{"version":"1"}\n${CASES}`,
      run: '{"id":"q1","hits":["d1","d2"]}\n\n{"id":"q2","hits":[{"docId":"d3","score":1},{"docId":"d9","score":2}]}\n',
      mrr: MRR,
      notes: ['ranks contradict scores in 1 topic; the score decided'],
    },
    'may be a hit each, in any order': {
      run: '{"qid":"q2","docid":"d3","score":1}\n{"qid":"q1","docid":"d1","score":1}\n{"qid":"q2","docid":"d9","score":2}\n',
      mrr: MRR,
    },
    'may be one line alone': {
      qrels: '{"id":"q1","query":"x","relevant_doc_ids":["d1"]}',
      run: '{"topic":"q1","hits":["d2","d1"]}',
      mrr: [0.5],
    },
    'with a version are no header where they have a topic': {
      run: '{"topic":"q1","version":2,"hits":["d1"]}\n{"topic":"q2","version":2,"hits":["d9","d3"]}\n',
      mrr: MRR,
    },
    'have each key once': {
      run: '{"id":"q1","hits":["d1"],"hits":["d2"]}\n{"id":"q2","hits":[]}\n',
      error: 'run:1: the key "hits" comes twice in one object, wanted each once; drop one',
    },
    'have the hits of a topic once': {
      run: '{"id":"q1","hits":["d1"]}\n{"id":"q1","hits":["d2"]}\n',
      error:
        'run:2: the topic "q1" comes a second time (first on line 1), wanted each once with all its hits; drop one',
    },
    'have scores for all hits of a list or for none': {
      run: '{"id":"q1","hits":["d1",{"docId":"d2","score":1}]}\n',
      error: 'run:1: holds hits with and without scores in one list, wanted all alike; add the scores',
    },
    'have a topic': {
      run: '{"id":"q1","hits":["d1"]}\n{"name":"q2","hits":["d1"]}\n',
      error: 'run:2: has no topic, wanted one of id, topic, query_id, qid, caseId; add it',
    },
    'keep the digits of a topic': {
      run: '{"id":9007199254740993,"hits":["d1"]}\n',
      error: 'run:1: has no topic, wanted one of id, topic, query_id, qid, caseId; add it',
    },
    'are JSON each': {
      run: '{"id":"q1","hits":["d1"]}\n{"id":"q2"\n',
      error:
        "run:2: is not JSON (Expected ',' or '}' after property value in JSON at position 10), wanted one object on each line; correct it",
    },
    'of cases have a grade that is one': {
      qrels: `${CASES}{"id":"q3","query":"z","relevant":[{"doc":"d1","grade":null}]}\n`,
      error:
        'qrels:3: the grade of "d1" for topic "q3" is null, wanted a whole number from -1000 to 1000; correct it',
    },
    'of cases have each id once': {
      qrels: CASES + CASES,
      error: 'qrels:3: the case "q1" comes a second time, wanted each once; drop one',
    },
    'of cases without labels are kept, and their value is 0': {
      qrels: `${CASES}{"id":"q3","query":"z","relevant":[]}\n`,
      mrr: [1, 0.5, 0],
      notes: ['1 of 3 topics is missing from the run and counted as 0: q3'],
    },
  });
});
