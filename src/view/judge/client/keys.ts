import { useLayoutEffect } from '../../../html.js';

export type Keys = Readonly<Record<string, () => void>>;

/** These act once however long the key is held: nobody means to grade ten pages. */
const HELD_ACTS_ON = new Set(['j', 'k', 'ArrowLeft', 'ArrowRight']);

/** Keys by their name, wherever the keyboard is but in a field that takes text, which Escape leaves, and Enter one of a single line. */
export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null)
        return;
      const { target, key } = event;
      if (isTyping(target)) {
        const isLine = target instanceof HTMLInputElement;
        if (key === 'Escape' || (key === 'Enter' && isLine)) leave(target as HTMLElement);
        return;
      }
      const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      if (!event.repeat || HELD_ACTS_ON.has(key)) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

function leave(field: HTMLElement): void {
  field.blur();
  document.getElementById('text')?.focus({ preventScroll: true });
}
