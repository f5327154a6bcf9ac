import fs from 'node:fs';
import path from 'node:path';
import { LabError, messageOf } from '../errors.js';
import { embedderOf, type LabEmbedder } from './batched.js';
import { folderDigest } from './folder-digest.js';
import { optionalPackage } from './optional-package.js';
import { onlyPrefixes, type Prefixes } from './prefixes.js';
import { quoted } from './quoted.js';
import type { Tokenizer } from './tokens.js';
import { unit, vectorProblem } from './vectors.js';

export type Pooling = 'mean' | 'cls' | 'last_token';

export type TransformersOptions = {
  readonly prefixes?: Prefixes | null;
  /** How the vectors of tokens become one; else as `1_Pooling/config.json` in the folder says, else the mean. */
  readonly pooling?: Pooling;
  /** Which weights of the folder: `fp32` is onnx/model.onnx, `q8` onnx/model_quantized.onnx. `fp32`. */
  readonly dtype?: string;
  /** Cut a text that is too long, and count it in the report, rather than throw. */
  readonly truncate?: boolean;
  /** Where the package is looked for first; the working folder. */
  readonly project?: string;
};

const INSTALL =
  'put the line onnxruntime-node-install=skip into .npmrc (else it fetches CUDA on Linux), then npm install --save-dev @huggingface/transformers';
/** Texts for each answer; padding makes larger batches slower on a CPU. */
const BATCH = 8;

type Extractor = (
  texts: readonly string[],
  options: { readonly pooling: Pooling; readonly normalize: boolean },
) => Promise<{ readonly tolist: () => readonly (readonly number[])[] }>;

type ModelTokenizer = { readonly encode: (text: string) => ArrayLike<number> };

type TransformersModule = {
  readonly env: { allowRemoteModels: boolean };
  readonly pipeline: (task: string, model: string, options: object) => Promise<Extractor>;
  readonly AutoTokenizer: {
    readonly from_pretrained: (model: string, options: object) => Promise<ModelTokenizer>;
  };
};

/**
 * Embeds with a model of the folder (`config.json`, `tokenizer.json`, `onnx/model.onnx`) by @huggingface/transformers, an optional package.
 * Nothing is ever fetched. Its onnxruntime-node downloads CUDA as it is installed on Linux x64, unless `.npmrc` has the line
 * `onnxruntime-node-install=skip` (`onnxruntime-node-install-cuda=skip` before 1.22). Nothing sets prefixes by itself: pass `prefixesFor(model)`.
 */
export function transformers(folder: string, options: TransformersOptions = {}): LabEmbedder {
  const full = path.resolve(folder);
  const { dimensions, maxTokens } = configOf(full);
  const { dtype = 'fp32', truncate = false, project } = options;
  const pooling = options.pooling ?? poolingOf(full);
  // Apart: what is cached needs the tokenizer, to see whether a text was cut, and not the weights.
  const extractor = once(() => loadExtractor(full, dtype, project));
  const tokenizer = once(() => loadTokenizer(full, project));
  return embedderOf({
    provider: 'transformers',
    model: path.basename(full),
    dimensions,
    prefixes: onlyPrefixes(options.prefixes),
    maxTokens,
    dollarsPerMillionTokens: 0,
    truncate,
    tokenizer,
    extra: { pooling, dtype, files: folderDigest(full) },
    send: async (sent, onAnswer) => {
      const extract = await extractor();
      // The last token is that of the text only where nothing is padded.
      const step = pooling === 'last_token' ? 1 : BATCH;
      for (let from = 0; from < sent.length; from += step) {
        const texts = sent.slice(from, from + step);
        const rows = (await extract(texts, { pooling, normalize: false })).tolist();
        const vectors = texts.map((text, i) => checked(full, rows[i] ?? [], dimensions, text));
        onAnswer({ places: vectors.map((_, i) => from + i), vectors, tokens: 0 });
      }
    },
  });
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}

async function loadModule(project: string | undefined): Promise<TransformersModule> {
  const name = '@huggingface/transformers';
  const loaded = (await optionalPackage(name, INSTALL, project)) as TransformersModule;
  loaded.env.allowRemoteModels = false;
  return loaded;
}

async function loadExtractor(folder: string, dtype: string, project?: string): Promise<Extractor> {
  const { pipeline } = await loadModule(project);
  const wanted = `onnx/model.onnx or the weights of another dtype than ${dtype}`;
  return complete(folder, wanted, pipeline('feature-extraction', folder, { dtype, local_files_only: true }));
}

/** The model's own tokens, the special ones included; it would cut a longer text without a word. */
async function loadTokenizer(folder: string, project?: string): Promise<Tokenizer> {
  const { AutoTokenizer } = await loadModule(project);
  const loading = AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const tokenizer = await complete(folder, 'tokenizer.json and tokenizer_config.json', loading);
  const count = (text: string) => tokenizer.encode(text).length;
  return { exact: true, count, fits: (text, max) => count(text) <= max };
}

async function complete<T>(folder: string, wanted: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (thrown) {
    throw new LabError(
      `model ${folder}: cannot be loaded (${messageOf(thrown)}), wanted ${wanted}; complete the folder`,
    );
  }
}

/** The width of its vectors and the longest text, in tokens. */
function configOf(folder: string): { readonly dimensions: number; readonly maxTokens: number | null } {
  const config = readJson(folder, 'config.json');
  if (config === null) {
    throw new LabError(
      `model ${folder}: has no config.json that can be read, wanted a folder with config.json, tokenizer.json and onnx/model.onnx; correct the path or download the model into it`,
    );
  }
  const dimensions = config['hidden_size'] ?? config['dim'] ?? config['d_model'] ?? config['n_embd'];
  if (typeof dimensions !== 'number') {
    throw new LabError(
      `model ${folder}: config.json names no hidden_size, wanted the width of its vectors; use a text encoder`,
    );
  }
  const limits = [
    readJson(folder, 'sentence_bert_config.json')?.['max_seq_length'],
    readJson(folder, 'tokenizer_config.json')?.['model_max_length'],
    config['max_position_embeddings'],
  ];
  // Tokenizers without a limit write 1e30.
  const known = limits.find(
    (limit): limit is number => typeof limit === 'number' && limit > 0 && limit < 1e9,
  );
  return { dimensions, maxTokens: known ?? null };
}

/** As sentence-transformers writes it. */
function poolingOf(folder: string): Pooling {
  const config = readJson(folder, path.join('1_Pooling', 'config.json'));
  if (config?.['pooling_mode_cls_token'] === true) return 'cls';
  return config?.['pooling_mode_lasttoken'] === true ? 'last_token' : 'mean';
}

function readJson(folder: string, file: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
  } catch {
    return null;
  }
}

function checked(folder: string, vector: readonly number[], dimensions: number, text: string): Float32Array {
  const problem = vectorProblem(vector, dimensions);
  if (problem === null) return unit(vector);
  throw new LabError(
    `model ${folder}: gave for ${quoted(text)} a vector with ${problem}; use a text encoder`,
  );
}
