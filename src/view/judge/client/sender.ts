import type { EventsAnswer, JudgeEvent, SaidSoFar } from '../judge-types.js';
import type { Kept, Outbox } from './outbox.js';

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

/** So many go at once, and of so many bytes; the server takes more. A judgment with many marks and a long note has some 100 kB. */
const AT_ONCE = 50;
const BYTES_AT_ONCE = 500_000;
const TOO_LARGE = 413;
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
  /** Halved where the server says that it was too much. */
  private atOnce = AT_ONCE;

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
    const batch = firstOf(this.outbox.waiting(), this.atOnce);
    try {
      if (batch.length === 0) {
        const said = await this.server.said(this.hooks.version());
        if (said !== null) this.hooks.receive(said);
      } else await this.send(batch);
      this.hooks.trouble(null);
    } catch (thrown) {
      if (isTooLarge(thrown) && batch.length > 0) this.sendLess(batch, thrown);
      else this.hooks.trouble(troubleOf(thrown));
    }
  }

  private async send(batch: readonly Kept[]): Promise<void> {
    const { refused, said } = await this.server.take(batch.map(({ event }) => event));
    this.atOnce = AT_ONCE;
    for (const [i, kept] of batch.entries()) {
      const reason = refused[i] ?? null;
      if (reason === null) this.outbox.sent(kept.key);
      else this.outbox.refuse(kept, reason);
    }
    this.hooks.receive(said);
    this.again ||= this.outbox.waiting().length > 0;
  }

  /** Half of them next; one that is too large alone is set aside, so that it holds up no other. */
  private sendLess(batch: readonly Kept[], { message }: { readonly message: string }): void {
    if (batch.length === 1) this.outbox.refuse(batch[0]!, message);
    this.atOnce = Math.max(1, Math.floor(batch.length / 2));
    this.again = true;
  }
}

/** As many as may go at once, and one at least. */
function firstOf(waiting: readonly Kept[], most: number): readonly Kept[] {
  let bytes = 0;
  const over = waiting.findIndex(({ event }) => {
    bytes += new TextEncoder().encode(JSON.stringify(event)).length;
    return bytes > BYTES_AT_ONCE;
  });
  return waiting.slice(0, Math.min(most, over === -1 ? most : Math.max(1, over)));
}

function isTooLarge(thrown: unknown): thrown is { readonly message: string } {
  return (thrown as { status?: number }).status === TOO_LARGE;
}

/** What the server says of it, or that it is not there. */
function troubleOf(thrown: unknown): string {
  const { status, message } = thrown as { status?: number; message?: string };
  return status === undefined ? 'the server does not answer' : `the server answers: ${message}`;
}
