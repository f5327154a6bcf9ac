import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Reply,
  type ResponsesBody,
  type ResponsesStub,
  responsesStub,
} from '../src/diagnose/responses-stub.contract.js';
import { folderWith, temporaryFolder } from './examples.js';

const MAIN = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist/cli/main.js');

const line = (value: object) => `${JSON.stringify(value)}\n`;
const DATA = folderWith({
  'docs/tea.md': '# Tea\n\n## Heat\n\nGreen tea is brewed at seventy degrees.\n\n## Cups\n\nSmall ones.\n',
  'docs/coffee.md': '# Coffee\n\nCoffee is brewed at ninety degrees.\n',
  'docs/water.md': '# Water\n\nWater boils at a hundred degrees.\n',
  'eval/qa.jsonl': [
    line({ id: 'qa-1', question: 'how hot is green tea brewed', answer: '70', citations: ['tea'] }),
    line({ id: 'qa-2', question: 'how hot is coffee brewed', answer: '90', citations: ['coffee'] }),
    line({ id: 'qa-3', question: 'zebra', answer: 'x', citations: ['water'] }),
    line({ id: 'qa-4', question: 'who invented tea', unanswerable: true }),
  ].join(''),
  'eval/cases.jsonl': [
    line({
      id: 'c-1',
      query: 'green tea seventy',
      relevant: [{ doc: 'tea', grade: 2, quote: 'Green tea is brewed at seventy degrees.' }],
    }),
    line({ id: 'c-2', query: 'tea heat', relevant: [{ doc: 'tea', grade: 2, quote: 'Small ones.' }] }),
  ].join(''),
});

const opened: ResponsesStub[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** Answers tea well, coffee with a foreign page, and abstains from the rest. */
function wellRead(_: number, { input }: ResponsesBody): Reply {
  const question = input.split('[question]\n')[1]!;
  const cited = (doc: string, quote: string) => ({
    says: { answer: 'so', citations: [{ doc, quote }], abstained: false },
  });
  if (question.includes('green tea')) return cited('tea', 'brewed at seventy degrees');
  if (question.includes('coffee')) return cited('zoo', 'x');
  return { says: { answer: '', citations: [], abstained: true } };
}

async function stub(reply: Parameters<typeof responsesStub>[0] = wellRead): Promise<ResponsesStub> {
  const made = await responsesStub(reply);
  opened.push(made);
  return made;
}

type Done = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Not spawnSync: the server that it asks is in this process. */
function started(store: string, args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, 'diagnose', ...args], {
    env: { ...process.env, LAB_STORE: store, OPENAI_API_KEY: '', OPENAI_BASE_URL: '' },
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (texts.stdout += data));
  child.stderr.on('data', (data) => (texts.stderr += data));
  const done = once(child, 'close').then(([status]): Done => ({ status: status as number, ...texts }));
  return { child, done };
}

const newStore = () => path.join(temporaryFolder(), 'lab.sqlite');
const diagnose = (store: string, ...args: string[]) => started(store, ['--data', DATA, ...args]).done;

describe('rlab diagnose', () => {
  it('says of questions how far their pages came, and that no answer was checked', async () => {
    const { stdout, status } = await diagnose(newStore(), '--context', '1,2');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Context of 1 chunk, 20 retrieved: 3 questions, 3 needs$/m);
    expect(stdout).toMatch(/^Context of 2 chunks, 20 retrieved: 3 questions, 3 needs$/m);
    expect(stdout).toContain('Unanswerable, left out: qa-4');
    expect(stdout).toMatch(/\n\nOnly retrieval, ranking and passages were checked: no answer is on record;/);
  });

  it('says of cases what became of their passages, in chunks and in tokens, and what moves', async () => {
    const { stdout } = await diagnose(newStore(), '--cases', '--context', '2,1', '--budget', '8', '--json');
    const found = JSON.parse(stdout);
    expect(found.contexts.map(({ name }: { name: string }) => name)).toEqual(['k=2', 'k=1', '8tok']);
    const buckets = found.contexts.map(({ cases }: { cases: { bucket: string }[] }) =>
      cases.map(({ bucket }) => bucket),
    );
    expect(buckets).toEqual([
      ['reached context', 'other chunk'],
      ['reached context', 'other chunk'],
      ['cut', 'other chunk'],
    ]);
    expect(found.transition).toMatchObject({ n: 2, moved: [] });
    const between = await diagnose(
      ...([newStore(), '--cases', '--context', '2', '--budget', '8', '--between', '2,8tok'] as const),
    );
    expect(between.stdout).toContain(
      '\nFrom 2 chunks to 8 tokens: 1 of 2 cases move (rows: where they are with 2 chunks, columns: with 8\ntokens)\n',
    );
    expect(between.stdout).toContain('\n  c-1: reached context -> cut  "green tea seventy"\n');
  });

  it('with --generate tells what the model did not cite from what it never saw, and asks nothing twice', async () => {
    const server = await stub();
    const store = newStore();
    const generate = ['--generate', '--model', 'stub-model', '--base-url', server.baseURL];
    const first = await diagnose(store, ...generate);
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/^retrieval +1 +33 % +1 /m);
    expect(first.stdout).toMatch(/^generation +1 +33 % +1 /m);
    expect(first.stdout).toMatch(/^ok +1 +33 % +1 /m);
    expect(first.stdout).toContain('the answer cites zoo (foreign citation)');
    expect(first.stdout).toContain('Unanswerable questions that the model left unanswered: 1 of 1');
    expect(first.stdout).toContain(
      '\nAsked stub-model 4 questions at a price that is not known; 0 answers were in the store',
    );
    const again = await diagnose(store, ...generate);
    expect(again.stdout).toContain('\nAsked stub-model 0 questions; 4 answers were in the store');
    expect(server.bodies).toHaveLength(4);
    const estimate = await diagnose(store, ...generate, '--estimate', '--context', '6,1', '--json');
    expect(JSON.parse(estimate.stdout)).toMatchObject([
      { context: { chunks: 6 }, questions: 4, stored: 4, left: 0, dollars: { input: 0, most: 0 } },
      { context: { chunks: 1 }, questions: 4, dollars: null },
    ]);
    expect(server.bodies).toHaveLength(4);
  });

  it('estimates without a key, and makes no store', async () => {
    const store = newStore();
    const { stdout } = await diagnose(store, '--generate', '--model', 'gpt-4.1-mini', '--estimate');
    expect(stdout).toMatch(/^Nothing was asked\. gpt-4\.1-mini, at most 4,000 tokens an answer\n/);
    // Four answers of 4,000 tokens at 1.60 dollars a million, and little to send.
    expect(stdout).toMatch(/^6 chunks +4 +0 +4 +\d+ +\d+ +0\.000\d+ +0\.03$/m);
    expect(fs.existsSync(store)).toBe(false);
  });

  it('says plainly what was not checked where there is no key', async () => {
    const { stdout, status } = await diagnose(newStore(), '--generate', '--model', 'gpt-4.1-mini');
    expect(status).toBe(0);
    expect(stdout.replaceAll('\n', ' ')).toContain(
      'Only retrieval, ranking and passages were checked: no key was found, so no model was asked; set OPENAI_API_KEY, or name a server that wants none with --base-url',
    );
  });

  it('reads a recorded run by its hits, with the answers on record for it', async () => {
    const server = await stub();
    const store = newStore();
    const folder = folderWith({ 'package.json': '{"type":"module"}' });
    const script = path.join(folder, 'record.mjs');
    fs.writeFileSync(
      script,
      `import { bm25, evaluate, headings, openDataset, openStore, qaAsCases } from ${JSON.stringify(path.join(path.dirname(MAIN), '../index.js'))};
const data = await openDataset(${JSON.stringify(DATA)});
const store = openStore();
for (const [name, cases] of [['asked', qaAsCases(data.qa)], ['labelled', data.cases]])
  await evaluate(bm25(headings(data.docs)), cases, { name, store, dataset: ${JSON.stringify(DATA)} });`,
    );
    const recorded = spawn(process.execPath, [script], { env: { ...process.env, LAB_STORE: store } });
    expect((await once(recorded, 'close'))[0]).toBe(0);
    const over = (...args: string[]) => started(store, args).done;
    const before = await over('--run', 'asked');
    expect(before.stdout).toMatch(/^asked \(headings · bm25\), 20 chunks retrieved for each query\n/);
    expect(before.stdout).toContain('no answer is on record');
    const generate = ['--generate', '--model', 'stub-model', '--base-url', server.baseURL];
    const asked = await over('--run', 'asked', ...generate);
    expect(asked.stdout).toContain('\nAsked stub-model 3 questions');
    expect(asked.stdout).toContain('\nThe run holds no hits for the 1 unanswerable questions');
    const after = await over('--run', 'asked');
    expect(after.stdout).toMatch(/^generation +1 /m);
    expect(after.stdout).toMatch(
      /\nAnswers on record, by stub-model at 127\.0\.0\.1:\d+, prompt [0-9a-f]{12}\n$/,
    );
    const labelled = await over('--run', 'labelled', '--budget', '8');
    expect(labelled.stdout).toMatch(/^Context of 8 tokens, 20 retrieved: 2 cases, 2 needs$/m);
    fs.renameSync(path.join(DATA, 'docs/water.md'), path.join(DATA, 'docs/waters.md'));
    const moved = await over('--run', 'labelled', '--budget', '8');
    const chunks = await over('--run', 'labelled');
    fs.renameSync(path.join(DATA, 'docs/waters.md'), path.join(DATA, 'docs/water.md'));
    expect(moved.stderr).toMatch(/^rlab diagnose: a budget \(8tok\) needs the texts of the chunks, and the /);
    expect(chunks.stdout).toMatch(/^Context of 6 chunks, 20 retrieved: 2 cases, 2 needs$/m);
  });

  it('keeps what was answered when it is stopped by Ctrl-C, and goes on from there', async () => {
    let stop = () => {};
    const server = await stub((n, body) => {
      if (n === 1) stop();
      return { ...wellRead(n, body), delayMs: 300 };
    });
    const store = newStore();
    const args = [
      '--data',
      DATA,
      '--generate',
      '--model',
      'm',
      '--base-url',
      server.baseURL,
      '--context',
      '1,6',
    ];
    const { child, done } = started(store, args);
    stop = () => child.kill('SIGINT');
    const { status, stderr } = await done;
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^rlab diagnose: was interrupted after 4 of 8 answers, which are kept in .*; the same command goes on from there\n$/,
    );
    const asked = server.bodies.length;
    expect(asked).toBe(4);
    const { stdout } = await started(store, args).done;
    expect(stdout).toContain('Asked m ');
    expect(stdout).toMatch(/; [4-9] answers were in the store/);
  });

  it.each<[string, string[], RegExp]>([
    [
      'two of a kind',
      ['--cases', '--qa'],
      /^rlab diagnose: found --cases and --qa, wanted one of them; drop one\n$/,
    ],
    [
      'a context too deep',
      ['--context', '21'],
      /^rlab diagnose: a context of 21 chunks cannot be told from 20; raise --depth or lower --context\n$/,
    ],
    [
      'a budget that is no number',
      ['--budget', '2k'],
      /^rlab diagnose: --budget is "2k", wanted whole numbers of at least 1, parted by commas; write 500,2000, say\n$/,
    ],
    [
      'a pair of one',
      ['--between', '6'],
      /^rlab diagnose: --between is "6", wanted two contexts, parted by a comma; write 6,3 or 6,500tok, say\n$/,
    ],
    [
      'a pair of what is not looked at',
      ['--between', '6,3tok'],
      /^rlab diagnose: --between names 3tok, wanted two of k=6; add it to --context or --budget\n$/,
    ],
    [
      'no model',
      ['--generate'],
      /^rlab diagnose: --generate needs a model, found none, wanted its name; write --model gpt-4.1-mini, say\n$/,
    ],
    [
      'an estimate of nothing',
      ['--estimate'],
      /^rlab diagnose: --estimate is about asking a model, wanted --generate with it; add --generate --model NAME, or drop --estimate\n$/,
    ],
    [
      'a share that is none',
      ['--held', '2'],
      /^rlab diagnose: --held is "2", wanted a share above 0 and at most 1/,
    ],
  ])('answers %s with one sentence and exit code 2', async (_, args, sentence) => {
    const { status, stderr } = await diagnose(newStore(), ...args);
    expect(stderr).toMatch(sentence);
    expect(status).toBe(2);
  });
});
