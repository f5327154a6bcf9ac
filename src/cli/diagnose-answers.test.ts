import { describe, expect, it } from 'vitest';
import type { RagAnswer } from '../store/rag-answer.js';
import { recordedAnswers } from './diagnose-answers.js';

const answerBy = (server: string, more: Partial<RagAnswer> = {}): RagAnswer => ({
  ...{ questionId: 'q-1', question: 'q', runId: 'run-1', context: { chunks: 6 }, model: 'm', server },
  ...{ prompt: 'p', digest: server, status: 'ok', message: null, hits: [], contextIds: [], answer: 'yes' },
  ...{
    citations: [],
    raw: null,
    usage: null,
    dollars: null,
    latencyMs: 1,
    askedAt: '2026-01-01T00:00:00.000Z',
  },
  ...more,
});

describe('the answers on record for a run', () => {
  const two = [answerBy('openai'), answerBy('127.0.0.1:8080')];

  it('are of one server: two may give one name to different models', () => {
    expect(() => recordedAnswers({ answers: two }, { model: 'm' })).toThrow(
      /^rlab diagnose: the run has answers by 2 makers \(m at openai, prompt p; m at 127\.0\.0\.1:8080, prompt p\), wanted one; name it by --model and --base-url, or ask with --generate$/,
    );
  });

  it('are chosen by model and by the address of the server', () => {
    const own = recordedAnswers({ answers: two }, { baseURL: 'http://127.0.0.1:8080/v1' });
    expect(own.answers).toEqual([two[1]]);
    expect(own.notes).toEqual(['Answers on record, by m at 127.0.0.1:8080, prompt p']);
    const others = [...two, answerBy('openai', { model: 'n' })];
    expect(recordedAnswers({ answers: others }, { model: 'n' }).answers).toEqual([others[2]]);
    expect(recordedAnswers({ answers: others }, { model: 'o' }).notes[0]).toContain('no answer is on record');
  });
});
