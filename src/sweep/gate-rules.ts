import { didYouMean, LabError } from '../errors.js';
import { metric } from '../measure/registry.js';

/** A number that a cost may not pass: itself, or so many times the baseline's. */
export type Ceiling = number | { readonly times: number };

export const CEILINGS = [
  'medianMs',
  'p95Ms',
  'contextTokens',
  'indexBytes',
  'embeddingTokens',
  'embeddingDollars',
] as const;

/** What a candidate must meet to take the place of the accepted baseline, as data. */
export type GateRules = {
  /** What margins are about. */
  readonly metric: string;
  /** How much lower the candidate's mean may be. */
  readonly margin: number;
  /** The same for kinds: one margin for each, or by name; a kind that is left out has no rule. */
  readonly kinds?: number | Readonly<Record<string, number>>;
  /** Ids of cases that may not get worse by anything. */
  readonly mustPass?: readonly string[];
  readonly ceilings?: { readonly [name in (typeof CEILINGS)[number]]?: Ceiling };
  /** How many runs may have seen the frozen test half of the dataset. */
  readonly maxTestReads?: number;
  /** What the team has agreed that "can't tell" means for the exit code: `stop` (3), or `pass` (0). Default `stop`. */
  readonly cannotTell?: 'stop' | 'pass';
};

const KEYS = ['metric', 'margin', 'kinds', 'mustPass', 'ceilings', 'maxTestReads', 'cannotTell'];

/** Rules as they were read, checked; `where` is the file. Throws a LabError for what is no rule. */
export function gateRules(given: unknown, where: string): GateRules {
  const say = (found: string, wanted: string): never => {
    throw new LabError(`${where}: ${found}, wanted ${wanted}; correct it`);
  };
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return say(`holds ${JSON.stringify(given)}`, 'an object such as {"metric": "recall@5", "margin": 0.02}');
  const rules = given as Partial<GateRules>;
  for (const key of Object.keys(rules))
    if (!KEYS.includes(key))
      say(`"${key}" is unknown${didYouMean(key, KEYS).replace(/^; /, ', ')}`, `one of ${KEYS.join(', ')}`);
  if (typeof rules.metric !== 'string') say(`"metric" is ${JSON.stringify(rules.metric)}`, 'a metric');
  metric(rules.metric!);
  checkMargin('margin', rules.margin, say);
  checkKinds(rules.kinds, say);
  checkRest(rules, say);
  return rules as GateRules;
}

type Say = (found: string, wanted: string) => never;

function checkMargin(name: string, value: unknown, say: Say): void {
  if (!(typeof value === 'number' && value >= 0 && Number.isFinite(value)))
    say(`"${name}" is ${JSON.stringify(value)}`, 'a number of at least 0');
}

function checkKinds(kinds: unknown, say: Say): void {
  if (kinds === undefined) return;
  if (typeof kinds === 'object' && kinds !== null && !Array.isArray(kinds))
    for (const [kind, margin] of Object.entries(kinds)) checkMargin(`kinds.${kind}`, margin, say);
  else checkMargin('kinds', kinds, say);
}

function checkRest({ mustPass, ceilings, maxTestReads, cannotTell }: Partial<GateRules>, say: Say): void {
  if (mustPass !== undefined && !(Array.isArray(mustPass) && mustPass.every((id) => typeof id === 'string')))
    say(`"mustPass" is ${JSON.stringify(mustPass)}`, 'a list of case ids');
  for (const [name, ceiling] of Object.entries(ceilings ?? {})) {
    if (!(CEILINGS as readonly string[]).includes(name))
      say(
        `"ceilings.${name}" is unknown${didYouMean(name, CEILINGS).replace(/^; /, ', ')}`,
        `one of ${CEILINGS.join(', ')}`,
      );
    const value =
      typeof ceiling === 'number' ? ceiling : (ceiling as { readonly times?: unknown } | null)?.times;
    checkMargin(`ceilings.${name}`, value, say);
  }
  if (maxTestReads !== undefined && !(Number.isInteger(maxTestReads) && maxTestReads >= 0))
    say(`"maxTestReads" is ${JSON.stringify(maxTestReads)}`, 'a whole number of at least 0');
  if (cannotTell !== undefined && cannotTell !== 'stop' && cannotTell !== 'pass')
    say(`"cannotTell" is ${JSON.stringify(cannotTell)}`, '"stop" or "pass"');
}
