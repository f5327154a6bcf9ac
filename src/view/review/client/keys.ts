import { useLayoutEffect } from '../../../html.js';

export type Keys = {
  readonly next: () => void;
  readonly previous: () => void;
  readonly close: () => void;
  /** By its place among the verdicts. */
  readonly verdict: (at: number) => void;
};

/** j, k, Escape, / and 1 to 3, wherever the keyboard is but in a field that takes text. */
export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) {
        if (event.key === 'Escape') (event.target as HTMLElement).blur();
        return;
      }
      const act = actionOf(event.key, keys);
      if (act === null) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

function actionOf(key: string, keys: Keys): (() => void) | null {
  switch (key) {
    case 'j':
      return keys.next;
    case 'k':
      return keys.previous;
    case 'Escape':
      return keys.close;
    case '/':
      return () => document.getElementById('search')?.focus();
    case '1':
    case '2':
    case '3':
      return () => keys.verdict(Number(key) - 1);
    default:
      return null;
  }
}

/** A radio button takes no text, and j and k are of use there. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && target.type !== 'radio';
}
