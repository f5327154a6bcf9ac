/** Texts by key, as a browser keeps them between visits. */
export type KeyedTexts = {
  readonly get: (key: string) => string | null;
  /** False where it is kept in this open page alone. */
  readonly set: (key: string, text: string) => boolean;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
};

/** In memory: as good as a browser's until the page is closed. */
export function textsInMemory(): KeyedTexts {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, text) => kept.set(key, text) === null,
    remove: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  };
}

type StorageLike = {
  readonly length: number;
  readonly key: (at: number) => string | null;
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, text: string) => void;
  readonly removeItem: (key: string) => void;
};

/** A browser's storage; what it refuses, or has no room for, is kept in memory. */
export function textsIn(storage: () => StorageLike): KeyedTexts {
  const memory = textsInMemory();
  const tried = <T>(act: (from: StorageLike) => T, otherwise: T): T => {
    try {
      return act(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? tried((from) => from.getItem(key), null),
    set: (key, text) => {
      memory.remove(key);
      const stored = tried((to) => {
        to.setItem(key, text);
        return true;
      }, false);
      return stored || memory.set(key, text);
    },
    remove: (key) => {
      memory.remove(key);
      tried((from) => from.removeItem(key), undefined);
    },
    keys: () => {
      const kept = tried((from) => Array.from({ length: from.length }, (_, i) => from.key(i)!), []);
      return [...new Set([...kept, ...memory.keys()])];
    },
  };
}
