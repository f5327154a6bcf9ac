import type { EventsAnswer, JudgeEvent, SaidSoFar } from '../judge-types.js';
import type { Outbox } from './outbox.js';

/** Why what waits is not saved yet; null where nothing stands against it. */
export type Trouble = string | null;

type Asked = {
  readonly said: (version: string) => Promise<SaidSoFar | null>;
  readonly take: (events: readonly JudgeEvent[]) => Promise<EventsAnswer>;
};

type Hooks = {
  readonly version: () => string;
  readonly receive: (said: SaidSoFar) => void;
  readonly trouble: (trouble: Trouble) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** So many go at once; the server takes more. */
const AT_ONCE = 50;
const EVERY_MS = 2000;

/**
 * Sends what waits, and asks what others said, one request after the other, so that no answer overtakes a later one. What the server does not take stays in the outbox and is
 * sent again until it does.
 */
export class Sender {
  private readonly server: Asked;
  private readonly outbox: Outbox;
  private readonly hooks: Hooks;
  private running = false;
  private again = false;

  constructor(server: Asked, outbox: Outbox, hooks: Hooks) {
    this.server = server;
    this.outbox = outbox;
    this.hooks = hooks;
  }

  /** Sends now, or right after what is being sent. */
  async flush(): Promise<void> {
    this.again = true;
    if (this.running) return;
    this.running = true;
    while (this.again) {
      this.again = false;
      await this.round();
    }
    this.running = false;
  }

  /** Goes on until `ended` says so. */
  async keepOn(ended: () => boolean = () => false): Promise<void> {
    while (!ended()) {
      await this.flush();
      await this.hooks.wait(EVERY_MS);
    }
  }

  private async round(): Promise<void> {
    try {
      const batch = this.outbox.waiting().slice(0, AT_ONCE);
      if (batch.length === 0) {
        const said = await this.server.said(this.hooks.version());
        if (said !== null) this.hooks.receive(said);
      } else {
        const { refused, said } = await this.server.take(batch.map(({ event }) => event));
        for (const [i, kept] of batch.entries()) {
          const reason = refused[i] ?? null;
          if (reason === null) this.outbox.sent(kept.key);
          else this.outbox.refuse(kept, reason);
        }
        this.hooks.receive(said);
        this.again ||= this.outbox.waiting().length > 0;
      }
      this.hooks.trouble(null);
    } catch (thrown) {
      this.hooks.trouble(troubleOf(thrown));
    }
  }
}

/** What the server says of it, or that it is not there. */
function troubleOf(thrown: unknown): string {
  const { status, message } = thrown as { status?: number; message?: string };
  return status === undefined ? 'the server does not answer' : `the server answers: ${message}`;
}
