import type { ModelResponse } from '../openai.js';
import type { CitedAnswer } from '../schema.js';
import type { RagAnswer, RagCitation } from '../store/rag-answer.js';

/** What a model may be held to: the pages it was shown, and their whole texts. */
export type Shown = { readonly pages: ReadonlySet<string>; readonly textOf: (doc: string) => string | null };

/** What of an answer is read from a response. */
export type ReadAnswer = Pick<RagAnswer, 'status' | 'message' | 'answer' | 'citations' | 'raw' | 'usage'>;

/** The status that a response earns: the first that holds, in the order of `RAG_STATUSES`. */
export function readAnswer(response: ModelResponse, shown: Shown): ReadAnswer {
  const { refusal, complete, why, text, parsed, usage } = response;
  const raw = refusal ?? (text === '' ? null : text);
  const none = { answer: null, citations: [], raw, usage };
  if (refusal !== null) return { ...none, status: 'refused', message: `the model declined: ${refusal}` };
  if (!complete)
    return { ...none, status: 'truncated', message: `the answer broke off (${why ?? 'no reason given'})` };
  if (parsed === null) return { ...none, status: 'invalid', message: 'the model wrote nothing' };
  if ('problem' in parsed)
    return { ...none, status: 'invalid', message: `the answer cannot be read: ${parsed.problem}` };
  const { answer, citations, abstained } = parsed.value as CitedAnswer;
  const checked = citations.map((one) => checkedCitation(one, shown));
  return { ...statusOf(abstained, checked), answer, citations: checked, raw, usage };
}

function statusOf(
  abstained: boolean,
  citations: readonly RagCitation[],
): Pick<RagAnswer, 'status' | 'message'> {
  if (abstained) return { status: 'abstained', message: 'the model says that the passages do not answer' };
  const foreign = citations.find(({ inContext }) => !inContext);
  if (foreign !== undefined)
    return {
      status: 'foreign citation',
      message: `it cites ${JSON.stringify(foreign.doc)}, which was not in the context`,
    };
  const misquoted = citations.find(({ quoteFound }) => !quoteFound);
  if (misquoted !== undefined)
    return {
      status: 'misquote',
      message: `${JSON.stringify(misquoted.quote.slice(0, 80))} does not stand in ${misquoted.doc}`,
    };
  return { status: 'ok', message: null };
}

function checkedCitation({ doc, quote }: { doc: string; quote: string }, shown: Shown): RagCitation {
  const text = shown.textOf(doc);
  const wanted = oneBlank(quote);
  const quoteFound = wanted !== '' && text !== null && oneBlank(text).includes(wanted);
  return { doc, quote, inContext: shown.pages.has(doc), quoteFound };
}

/** Models break lines anew and drop indents; letters and signs they are held to. */
function oneBlank(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
