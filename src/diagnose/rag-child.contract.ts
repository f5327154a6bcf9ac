import { headings } from '../chunk/headings.js';
import { bm25 } from '../retrieve/bm25.js';
import { openStore } from '../store/open-store.js';
import type { RunRagOptions } from './run-rag.js';
import { runRagAll } from './run-rag.js';

/** A process that asks its questions one after another and is killed by the test that started it. */
export const QUESTIONS = ['tea one', 'tea two', 'tea three', 'tea four', 'tea five'];

export function childOptions(baseURL: string): RunRagOptions {
  const docs = [{ id: 'tea', title: 'tea', text: 'Green tea is brewed at seventy degrees.', fields: {} }];
  return {
    retriever: bm25(headings(docs)),
    docs,
    model: 'stub',
    baseURL,
    apiKey: 'secret-key-1234',
    atOnce: 1,
  };
}

const [, script, file, baseURL] = process.argv;
if (script?.endsWith('rag-child.contract.ts') === true)
  await runRagAll(QUESTIONS, { ...childOptions(baseURL!), store: openStore(file!) });
