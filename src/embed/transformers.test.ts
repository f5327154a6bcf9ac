import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedderContract } from './embedder.contract.js';
import { missingPrefix, prefixesFor } from './prefixes.js';
import { transformers } from './transformers.js';

// The package is too heavy for this repository (its onnxruntime-node alone), so a module stands in for it that has its names and writes down
// what it is asked.
const FAKE = `
const calls = (globalThis.fakeTransformers = []);
const env = { allowRemoteModels: true };
const encode = (text) => ['[CLS]', ...text.split(/\\s+/), '[SEP]'];
exports.env = env;
exports.AutoTokenizer = { from_pretrained: async (folder, options) => {
  calls.push({ tokenizer: folder, options, remote: env.allowRemoteModels });
  return { encode };
} };
exports.pipeline = async (task, folder, options) => {
  calls.push({ task, folder, options, remote: env.allowRemoteModels });
  if (options.dtype === 'q4') throw new Error('file was not found locally');
  return async (texts, how) => {
    calls.push({ texts, how });
    const row = (text) => [3, 4, 0, 0].map((value, i) => value + [...text].reduce((sum, c) => sum + (c.codePointAt(0) % (7 + i)), 0));
    return { tolist: () => texts.map(row) };
  };
};
`;

let project: string;
let model: string;
type Call = Readonly<Record<string, unknown>>;
const calls = () => (globalThis as unknown as { fakeTransformers: Call[] }).fakeTransformers;

beforeAll(() => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'transformers-'));
  const module = path.join(project, 'node_modules', '@huggingface', 'transformers');
  fs.mkdirSync(module, { recursive: true });
  fs.writeFileSync(path.join(module, 'index.js'), FAKE);
  model = path.join(project, 'e5-tiny');
  fs.mkdirSync(path.join(model, 'onnx'), { recursive: true });
  fs.mkdirSync(path.join(model, '1_Pooling'));
  const write = (file: string, value: object) =>
    fs.writeFileSync(path.join(model, file), JSON.stringify(value));
  write('config.json', { hidden_size: 4, max_position_embeddings: 512 });
  write('tokenizer_config.json', { model_max_length: 12 });
  fs.writeFileSync(path.join(model, 'onnx', 'model.onnx'), 'weights');
});
afterAll(() => fs.rmSync(project, { recursive: true }));

embedderContract('of a local folder', async () => transformers(model, { project }));

describe('an embedder of a local folder', () => {
  it('never fetches: remote models are off, and each load is of local files only', async () => {
    await transformers(model, { project }).embed(['a longer text than twelve bytes'], 'query');
    const loads = calls().filter((call) => 'options' in call);
    expect(loads.length).toBeGreaterThan(0);
    for (const load of loads) {
      expect(load).toMatchObject({ options: { local_files_only: true }, remote: false });
      expect(load['folder'] ?? load['tokenizer']).toBe(model);
    }
  });

  it('takes dimensions, limit and pooling from the folder, and prefixes from the caller', async () => {
    const one = transformers(model, { project, prefixes: prefixesFor('e5-tiny') });
    expect(one).toMatchObject({ model: 'e5-tiny', dimensions: 4, maxTokens: 12 });
    await one.embed(['a'], 'document');
    expect(calls().at(-1)).toEqual({ texts: ['passage: a'], how: { pooling: 'mean', normalize: false } });
    expect(missingPrefix(one)).toBeNull();
    expect(missingPrefix(transformers(model))?.roles).toEqual(['query', 'document']);
    const pooling = path.join(model, '1_Pooling', 'config.json');
    fs.writeFileSync(pooling, JSON.stringify({ pooling_mode_cls_token: true }));
    expect(transformers(model).config).toMatchObject({ pooling: 'cls', dtype: 'fp32' });
    fs.rmSync(pooling);
  });

  it('names a text over the limit, which the library would cut without a word; or cuts and counts it', async () => {
    const long = 'one two three four five six seven eight nine ten eleven';
    await expect(transformers(model, { project }).embed([long], 'query')).rejects.toThrow(
      'e5-tiny: query 1 of 1, "one two three four five six seven eight nine ten…", has more than 12 tokens, wanted at most that many; cut smaller chunks, or pass truncate: true to lose its end',
    );
    const cutting = transformers(model, { project, truncate: true });
    await cutting.embed([long], 'query');
    expect(cutting.report().truncated).toBe(1);
    expect((calls().at(-1)!['texts'] as string[])[0]!.split(/\s+/).filter(Boolean).length).toBe(10);
  });

  it('tells two trainings of one model apart', () => {
    const before = transformers(model).config;
    expect(transformers(model).config).toEqual(before);
    fs.writeFileSync(path.join(model, 'onnx', 'model.onnx'), 'Weights');
    expect(transformers(model).config).not.toEqual(before);
  });

  it('says what is missing: the folder, the weights, the package', async () => {
    expect(() => transformers('/no/such/model')).toThrow(
      'model /no/such/model: has no config.json that can be read, wanted a folder with config.json, tokenizer.json and onnx/model.onnx; correct the path or download the model into it',
    );
    await expect(transformers(model, { project, dtype: 'q4' }).embed(['a'], 'query')).rejects.toThrow(
      `model ${model}: cannot be loaded (file was not found locally), wanted onnx/model.onnx or the weights of another dtype than q4; complete the folder`,
    );
    await expect(transformers(model, { project: '/' }).embed(['a'], 'query')).rejects.toThrow(
      '@huggingface/transformers: is not installed, wanted it in / or beside retrieval-lab; put the line onnxruntime-node-install=skip into .npmrc (else it fetches CUDA on Linux), then npm install --save-dev @huggingface/transformers',
    );
  });
});
