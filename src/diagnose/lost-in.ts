import type { Json, Run } from '../types.js';
import type { LostIn, Standing } from './change-types.js';

/** What a step makes of its parts, by the word that its configuration has for it. */
const STEPS: Readonly<Record<string, LostIn>> = {
  hybrid: 'fusion',
  rerank: 'reranking',
  filtered: 'filter',
  rewritten: 'rewriting',
};

/**
 * The step of a composed retriever that lost a label: going from the end, the last one that was given it within the cut and gave it back after the cut, or not at all; `retrieval` where no
 * stage had it within the cut. Null where nothing was recorded of the stages.
 */
export function lostIn(run: Run, standing: Pick<Standing, 'stages'>, cut: number): LostIn | null {
  const stages = standing.stages;
  if (stages.length === 0) return null;
  const within = (rank: number | null) => rank !== null && rank <= cut;
  if (!stages.some(({ rank }) => within(rank))) return 'retrieval';
  const inputs = inputsOf(stages, '');
  if (inputs.some(({ rank }) => within(rank))) return stepOf(configOf(run));
  const losing = stages.find(
    ({ stage, rank }) => !within(rank) && inputsOf(stages, `${stage} / `).some((one) => within(one.rank)),
  );
  return losing === undefined ? 'last step' : stepOf(partConfig(configOf(run), losing.stage));
}

type StageRank = Standing['stages'][number];

/** The stages right below a prefix: those of its stages that are part of no other. */
function inputsOf(stages: readonly StageRank[], prefix: string): readonly StageRank[] {
  const below = stages.filter(({ stage }) => stage.startsWith(prefix));
  return below.filter(({ stage }) => !below.some((other) => stage.startsWith(`${other.stage} / `)));
}

/** A run that searches each case several times says so around its retriever's configuration. */
function configOf({ config }: Run): Json | undefined {
  const inner = field(config, 'retriever');
  return typeof inner === 'object' ? inner : config;
}

function partConfig(config: Json | undefined, stage: string): Json | undefined {
  const parts = field(config, 'parts');
  if (!Array.isArray(parts)) return undefined;
  for (const part of parts as readonly Json[]) {
    const name = field(part, 'name');
    if (name === stage) return field(part, 'config');
    if (typeof name === 'string' && stage.startsWith(`${name} / `))
      return partConfig(field(part, 'config'), stage.slice(name.length + 3));
  }
  return undefined;
}

function stepOf(config: Json | undefined): LostIn {
  const word = field(config, 'retriever');
  return typeof word === 'string' && Object.hasOwn(STEPS, word) ? STEPS[word]! : 'last step';
}

function field(value: Json | undefined, name: string): Json | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return (value as { readonly [key: string]: Json })[name];
}
