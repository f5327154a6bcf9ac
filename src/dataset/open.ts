import fs from 'node:fs';
import path from 'node:path';
import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import type { Chunker, Dataset, Doc, Json } from '../types.js';
import { beirCorpus, openBeir } from './beir.js';
import { folderDocs } from './docs.js';
import { casesVersion, corpusOf } from './fingerprint.js';
import { type JsonLine, readJsonl } from './jsonl.js';
import type { LabelTargets } from './labels.js';
import { manifestDocs, readManifest } from './manifest.js';
import { readRows } from './rows.js';
import { datasetFolder, isFolder } from './where.js';
import { yamlParser } from './yaml.js';

export type OpenOptions = {
  /** A file of further cases, merged under the same checks. */
  readonly extra?: string;
  /** What chunk labels are checked against. */
  readonly chunker?: Chunker;
  /** Which judgments of a folder in BEIR's layout: the name of a file in `qrels/` without `.tsv`. */
  readonly qrels?: string;
};

/**
 * Loads a dataset folder, in BEIR's layout where it has a `corpus.jsonl`, else: `dataset.json` (optional), pages from `docs/**\/*.md` or from the packages its manifest names,
 * cases and questions from `eval/*.jsonl`. Everything is checked; all faults are thrown at once as one LabError.
 */
export async function openFolder(where: string | undefined, options: OpenOptions = {}): Promise<Dataset> {
  const unknown = Object.keys(options).find((name) => !['extra', 'chunker', 'qrels'].includes(name));
  if (unknown !== undefined) {
    throw new LabError(
      `openDataset: the option "${unknown}" is unknown, wanted extra, chunker or qrels; rename or drop it`,
    );
  }
  const folder = datasetFolder(where);
  const corpus = beirCorpus(folder);
  if (corpus !== undefined) return openBeirFolder(folder, corpus, options);
  if (options.qrels !== undefined)
    throw new LabError(
      `dataset ${shownPath(folder)}: qrels "${options.qrels}" was named, but there is no corpus.jsonl, wanted a folder in BEIR's layout; leave qrels out`,
    );
  const problems: string[] = [];
  const manifest = readManifest(folder, problems);
  const parseYaml = await yamlParser();
  const docs = problems.length > 0 ? [] : readDocs(folder, manifest, parseYaml, problems);
  if (docs.length === 0) throw faults(folder, problems.length > 0 ? problems : [noPages(folder)]);
  const { lines, headers } = readEval(folder, options.extra, problems);
  const rows = readRows(lines, targetsOf(docs, options.chunker), problems);
  if (lines.length === 0 && problems.length === 0) problems.push(noCases(folder));
  if (problems.length > 0) throw faults(folder, problems);
  return {
    name: manifest?.name ?? path.basename(folder),
    folder,
    docs,
    cases: rows.cases,
    qa: rows.qa,
    corpusVersion: corpusOf(docs).version,
    casesVersion: casesVersion(rows.cases),
    headers,
  };
}

function openBeirFolder(folder: string, corpus: string, { extra, qrels }: OpenOptions): Promise<Dataset> {
  if (extra === undefined) return openBeir(folder, corpus, qrels);
  throw new LabError(
    `dataset ${shownPath(folder)}: further cases (${extra}) cannot be added to a folder in BEIR's layout, wanted none; put them into its qrels`,
  );
}

type ParseYaml = (text: string) => unknown;

function readDocs(
  folder: string,
  manifest: ReturnType<typeof readManifest>,
  parseYaml: ParseYaml,
  problems: string[],
): readonly Doc[] {
  if (manifest?.pages !== undefined)
    return uniqueDocs(manifestDocs(folder, manifest, parseYaml, problems), folder, problems);
  if (!isFolder(path.join(folder, 'docs'))) return [];
  return folderDocs(folder, parseYaml, problems);
}

function uniqueDocs(docs: readonly Doc[], folder: string, problems: string[]): readonly Doc[] {
  const seen = new Set<string>();
  for (const doc of docs) {
    if (seen.has(doc.id))
      problems.push(
        `${shownPath(path.join(folder, 'dataset.json'))}:1: the page id "${doc.id}" is given twice, wanted each once; rename one`,
      );
    seen.add(doc.id);
  }
  return docs;
}

function readEval(
  folder: string,
  extra: string | undefined,
  problems: string[],
): { lines: JsonLine[]; headers: Record<string, Json> } {
  const root = path.join(folder, 'eval');
  const files = isFolder(root)
    ? fs
        .readdirSync(root)
        .filter((name) => name.endsWith('.jsonl'))
        .sort()
    : [];
  const paths = files.map((name) => path.join(root, name));
  if (extra !== undefined) paths.push(path.resolve(extra));
  const headers: Record<string, Json> = {};
  const lines: JsonLine[] = [];
  for (const file of paths) {
    const read = readJsonl(file, problems);
    headers[path.basename(file)] = read.header;
    lines.push(...read.lines);
  }
  return { lines, headers };
}

/** Cutting takes longer than all else, and most sets have no label that names a chunk. */
function targetsOf(docs: readonly Doc[], chunker: Chunker | undefined): LabelTargets {
  let chunks: LabelTargets['chunks'] | undefined;
  return {
    docs: new Map(docs.map((doc) => [doc.id, doc])),
    get chunks() {
      chunks ??=
        chunker === undefined ? null : new Map(chunker.chunk(docs).chunks.map((chunk) => [chunk.id, chunk]));
      return chunks;
    },
  };
}

function noPages(folder: string): string {
  return `${shownPath(folder)}:1: has no pages, wanted docs/**/*.md or a dataset.json that lists "pages"; add some`;
}

function noCases(folder: string): string {
  return `${shownPath(folder)}:1: has no cases, wanted eval/*.jsonl with a case on each line; add some`;
}

function faults(folder: string, problems: readonly string[]): LabError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new LabError(`dataset ${shownPath(folder)}: ${count}, nothing was loaded; correct each:`, problems);
}
