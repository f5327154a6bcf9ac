import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { casesVersion, corpusOf } from '../src/dataset/fingerprint.js';
import type { Case, Dataset, Doc, Hit, Retriever } from '../src/types.js';

/** A fresh folder that the system may clear. */
export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-'));
}

/** Writes files, given by relative path, into a fresh folder and returns it. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const root = temporaryFolder();
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), contents);
  }
  return root;
}

export function caseOf(id: string, pages: readonly string[], kind = 'semantic', query = `query ${id}`): Case {
  return { id, query, kind, labels: pages.map((doc) => ({ doc, grade: 1 })), fields: {} };
}

/** Hits of one chunk a page, scores falling. */
export function hitsOf(pages: readonly string[]): readonly Hit[] {
  return pages.map((docId, i) => ({ chunkId: `${docId}#0`, docId, score: pages.length - i }));
}

/** A retriever that answers each query from a table; a query it does not know gets nothing. */
export function tableRetriever(
  name: string,
  answers: Readonly<Record<string, readonly string[]>>,
): Retriever {
  return { name, config: { retriever: 'table' }, search: (query) => hitsOf(answers[query] ?? []) };
}

/** A dataset of these pages and cases, called `set`. */
export function datasetOf(docs: readonly Doc[], cases: readonly Case[]): Dataset {
  const corpusVersion = corpusOf(docs).version;
  const versions = { corpusVersion, casesVersion: casesVersion(cases) };
  return { name: 'set', folder: '.', docs, cases, qa: [], ...versions, headers: {} };
}
