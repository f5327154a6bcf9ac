import type { EventsAnswer, JudgeEvent, JudgeState, PageText, SaidSoFar } from '../judge-types.js';

/** The server answered, and not with what was asked for. */
export class Answered extends Error {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

const PATIENCE_MS = 15_000;

/** What the page asks of its server, under one judge's name. Throws Answered where it refuses, and anything else where it is not there. */
export class Server {
  private readonly token: string;
  private readonly judge: string | null;
  private work = '';

  constructor(token: string, judge: string | null) {
    this.token = token;
    this.judge = judge;
  }

  /** What is asked afterwards is asked of this state's pool and pass. */
  async state(): Promise<JudgeState> {
    const state = await this.ask<JudgeState>('state');
    this.work = state.work;
    return state;
  }

  page(doc: string): Promise<PageText> {
    return this.ask('page', { doc });
  }

  /** Null where nothing is new. */
  async said(version: string): Promise<SaidSoFar | null> {
    const said = await this.ask<SaidSoFar>('said', { version });
    return said.version === version ? null : said;
  }

  take(events: readonly JudgeEvent[]): Promise<EventsAnswer> {
    return this.ask('events', {}, { events });
  }

  private async ask<T>(
    what: string,
    query: Readonly<Record<string, string>> = {},
    body?: object,
  ): Promise<T> {
    const words = new URLSearchParams({
      ...query,
      work: this.work,
      ...(this.judge === null ? {} : { judge: this.judge }),
    });
    const answer = await fetch(`/api/${what}?${words}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new Answered(answer.status, (await answer.text()).trim());
    return (await answer.json()) as T;
  }
}
