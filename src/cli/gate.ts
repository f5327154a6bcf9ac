import fs from 'node:fs';
import { LabError, messageOf } from '../errors.js';
import { openStore } from '../store/open-store.js';
import { readBaseline } from '../sweep/accepted-baseline.js';
import { type GateVerdict, gate } from '../sweep/gate.js';
import { type GateRules, gateRules } from '../sweep/gate-rules.js';
import { gateMarkdown, gateText } from '../view/print-gate.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** Wrong words end with 2, so that a gate that never ran is not taken for one that failed. */
const EXIT: Readonly<Record<GateVerdict, number>> = { pass: 0, fail: 1, 'cannot-tell': 3 };

/** `rlab gate`: whether a run is no worse than the accepted baseline by more than the rules allow. */
export async function act(words: Words): Promise<void> {
  const file = required(words, 'baseline', 'reports/retrieval_baseline.json');
  const named = required(words, 'candidate', 'its id or name');
  const rulesFile = required(words, 'rules', 'gate.json');
  const baseline = readBaseline(read(file), file);
  const rules: GateRules = gateRules(parsed(rulesFile), rulesFile);
  const store = openStore(words.text('store'));
  try {
    const candidate = store.run(named);
    const reads = store.testReads().filter((one) => one.dataset === candidate.dataset).length;
    const outcome = gate(baseline, candidate, rules, reads);
    const { checks, notes, verdict } = outcome;
    const view = words.flag('markdown') ? gateMarkdown : gateText;
    print(words.flag('json'), { verdict, checks, notes, comparison: outcome.comparison }, () =>
      view(outcome, baseline, candidate, new Date()),
    );
    process.exitCode = verdict === 'cannot-tell' && rules.cannotTell === 'pass' ? 0 : EXIT[verdict];
  } finally {
    store.close();
  }
}

function required(words: Words, name: string, wanted: string): string {
  const given = words.text(name);
  if (given !== undefined) return given;
  throw new LabError(`rlab gate: --${name} is missing, wanted ${wanted}; name it`);
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new LabError(`${file}: cannot be read (${messageOf(thrown)}), wanted a file; correct the path`);
  }
}

function parsed(file: string): unknown {
  const text = read(file);
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new LabError(
      `${file}: is no JSON (${messageOf(thrown)}), wanted rules such as {"metric": "recall@5", "margin": 0.02}; correct it`,
    );
  }
}
