import { indexedTexts } from '../chunk/indexed-texts.js';
import { toEmbedOf } from '../chunk/to-embed.js';
import { innermost } from '../embed/embedding-costs.js';
import { batchedOf } from '../embed/plain-batches.js';
import { missingPrefix } from '../embed/prefixes.js';
import { listed } from '../measure/score-notes.js';
import type { Case, Doc, Embedder, EmbedRole } from '../types.js';
import { type ArmChunks, chunksKey } from './arm-chunks.js';
import type { Arm } from './experiment.js';
import { type Finding, finding } from './finding.js';

/** A chunker asks no queries, so their prefix is none of its embedder's business. */
export function missingPrefixes(arms: readonly Arm[]): readonly Finding[] {
  const searching = new Set(arms.flatMap(({ retriever }) => retriever.embedders ?? []));
  const cutting = new Set(arms.flatMap(({ chunker }) => chunker.embedders ?? []));
  const sentences = [...new Set([...searching, ...cutting])].flatMap((embedder) => {
    const missing = missingPrefix(embedder);
    if (missing === null || (!searching.has(embedder) && !missing.roles.includes('document'))) return [];
    return missing.sentence;
  });
  return [...new Set(sentences)].map((sentence) => finding('prefixes left out', 'spoils', sentence));
}

/** Texts that an embedder gets in one role; `ids` are the cases' where they are queries. */
type Given = {
  readonly embedder: Embedder;
  readonly role: EmbedRole;
  readonly of: string;
  readonly texts: readonly string[];
  readonly ids: readonly string[];
};

/** Texts that are longer than their embedder's model reads, set by set. */
export async function tooLongTexts(
  arms: readonly Arm[],
  docs: readonly Doc[],
  cases: readonly Case[],
  sets: ArmChunks,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const given of onlyOnce(arms.flatMap((arm) => givenBy(arm, docs, cases, sets)))) {
    const batched = batchedOf(innermost(given.embedder), given.role);
    const fit = await batched.fit(given.texts, given.role);
    const over = fit.flatMap((fits, i) => (fits ? [] : [i]));
    if (over.length > 0) found.push(tooLong(given, over, batched.tooLong, (await batched.tokenizer()).exact));
  }
  return found;
}

function givenBy(arm: Arm, docs: readonly Doc[], cases: readonly Case[], sets: ArmChunks): readonly Given[] {
  const cuts = toEmbedOf(arm.chunker, docs).flatMap(({ embedder, texts }): readonly Given[] =>
    texts === null
      ? []
      : [
          {
            embedder,
            role: 'document',
            of: `texts that ${arm.chunker.name} embeds to find its cuts`,
            texts,
            ids: [],
          },
        ],
  );
  const set = sets.get(chunksKey(arm));
  const texts = set === undefined ? null : indexedTexts(set.chunks).texts;
  const queries = cases.map((item) => item.query);
  const ids = cases.map((item) => item.id);
  const searched = (arm.retriever.embedders ?? []).flatMap((embedder): readonly Given[] => [
    ...(texts === null
      ? []
      : [{ embedder, role: 'document' as const, of: `texts of ${set!.name}`, texts, ids: [] }]),
    { embedder, role: 'query', of: 'queries', texts: queries, ids },
  ]);
  return [...cuts, ...searched];
}

/** Arms share embedders and chunks. */
function onlyOnce(all: readonly Given[]): readonly Given[] {
  const key = ({ embedder, role, of }: Given) => JSON.stringify([embedder.name, embedder.config, role, of]);
  return [...new Map(all.map((given) => [key(given), given])).values()];
}

function tooLong(
  { embedder, role, of, texts, ids }: Given,
  over: readonly number[],
  becomes: 'cut' | 'error' | null,
  exact: boolean,
): Finding {
  const count = `${over.length} of the ${texts.length} ${of}`;
  const named = ids.length === 0 ? '' : ` (${listed(over.map((i) => ids[i]!))})`;
  const are = exact ? 'have' : over.length === 1 ? 'is estimated at' : 'are estimated at';
  const have = exact && over.length === 1 ? 'has' : are;
  const smaller = role === 'query' ? 'shorten them' : 'cut smaller chunks';
  const outcome = {
    error: `each is an error there; ${smaller}, or pass truncate: true to lose their ends`,
    cut: `their ends are cut off and are in no vector; ${smaller}`,
    null: `what becomes of their ends only the embedder knows; ${smaller}`,
  }[becomes ?? 'null'];
  return finding(
    'texts over the limit',
    becomes === 'error' ? 'spoils' : 'limits',
    `${count}${named} ${have} more than the ${embedder.maxTokens} tokens that ${embedder.name} reads, and ${outcome}`,
    over.flatMap((i) => ids[i] ?? []),
  );
}
