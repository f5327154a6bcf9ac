import fs from 'node:fs';
import { judgedPages } from '../src/measure/judged.js';
import { OFFICIAL } from '../src/measure/profile.js';
import { metric } from '../src/measure/registry.js';

/** The same numbers as `rlab eval`, as one would write it first: all lines as strings, all hits as objects, then a sort for each topic. */
const [qrelsFile, runFile] = process.argv.slice(2) as [string, string];
const grades = new Map<string, Map<string, number>>();
for (const line of fs.readFileSync(qrelsFile, 'utf8').split('\n')) {
  const [topic, , doc, grade] = line.split(/\s+/);
  if (doc === undefined) continue;
  grades.set(topic!, (grades.get(topic!) ?? new Map()).set(doc, Number(grade)));
}
const run = new Map<string, { doc: string; score: number }[]>();
for (const line of fs.readFileSync(runFile, 'utf8').split('\n')) {
  const [topic, , doc, , score] = line.split(/\s+/);
  if (score === undefined) continue;
  const hits = run.get(topic!) ?? [];
  run.set(topic!, hits);
  hits.push({ doc: doc!, score: Number(score) });
}
const sums = new Map<string, number>();
for (const [topic, of] of grades) {
  const hits = (run.get(topic) ?? []).sort((a, b) => b.score - a.score || (a.doc < b.doc ? 1 : -1));
  const needs = [...of].filter(([, grade]) => grade > 0).map(([doc]) => new Set([doc]));
  const judged = judgedPages(
    hits.map((hit) => hit.doc),
    of,
    needs,
  );
  for (const name of OFFICIAL) sums.set(name, (sums.get(name) ?? 0) + metric(name).value(judged));
}
console.log([...sums].map(([name, sum]) => `${name} ${sum / grades.size}`).join('\n'));
