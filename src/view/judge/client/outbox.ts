import type { JudgeEvent } from '../judge-types.js';
import type { KeyedTexts } from './texts.js';

export type Kept = { readonly key: string; readonly event: JudgeEvent };
export type Refused = { readonly key: string; readonly reason: string; readonly event: JudgeEvent };

/**
 * What was done and is not yet on record. Each event has a key of its own, in the order of time, so that two tabs never write over each other's; it goes when the server has it,
 * and one that the server does not take is set aside with its reason.
 */
export class Outbox {
  /** Whether all of it outlives the page. */
  lasting = true;
  private readonly texts: KeyedTexts;
  private readonly scope: string;
  private count = 0;

  constructor(texts: KeyedTexts, scope: string) {
    this.texts = texts;
    this.scope = scope;
  }

  add(event: JudgeEvent, now: number, unique: string): void {
    const order = `${String(now).padStart(15, '0')}.${String(this.count++).padStart(6, '0')}`;
    this.lasting =
      this.texts.set(`${this.scope}event ${order} ${unique}`, JSON.stringify(event)) && this.lasting;
  }

  waiting(): readonly Kept[] {
    return this.all('event ').flatMap(({ key, value }) => (isEvent(value) ? [{ key, event: value }] : []));
  }

  sent(key: string): void {
    this.texts.remove(key);
  }

  refuse({ key, event }: Kept, reason: string): void {
    const aside = key.replace(`${this.scope}event `, `${this.scope}refused `);
    this.texts.set(aside, JSON.stringify({ reason, event }));
    this.texts.remove(key);
  }

  refused(): readonly Refused[] {
    return this.all('refused ').flatMap(({ key, value }) => {
      const { reason, event } = value as Partial<Refused>;
      return typeof reason === 'string' && isEvent(event) ? [{ key, reason, event }] : [];
    });
  }

  /** Puts what was refused back among what waits, in its old place: another pool may be served now. */
  retryRefused(): void {
    for (const { key, event } of this.refused()) {
      this.texts.set(key.replace(`${this.scope}refused `, `${this.scope}event `), JSON.stringify(event));
      this.texts.remove(key);
    }
  }

  forgetRefused(): void {
    for (const { key } of this.refused()) this.texts.remove(key);
  }

  private all(what: string): readonly { readonly key: string; readonly value: object }[] {
    const keys = this.texts.keys().filter((key) => key.startsWith(this.scope + what));
    return keys.sort().flatMap((key) => {
      const value = objectIn(this.texts.get(key));
      return value === null ? [] : [{ key, value }];
    });
  }
}

/** Anything else may have written there. */
function objectIn(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function isEvent(value: unknown): value is JudgeEvent {
  const { kind, id, judgment } = (value ?? {}) as {
    kind?: unknown;
    id?: unknown;
    judgment?: { id?: unknown };
  };
  return kind === 'undo' ? typeof id === 'string' : kind === 'judge' && typeof judgment?.id === 'string';
}
