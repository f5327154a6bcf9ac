const TURN_MS = 25;

/**
 * Starts the items in order, at most `width` under way at once, and waits for all. An aborted signal starts no more; what is
 * under way is awaited. The first exception stops the rest and is thrown. Between items the event loop gets its turn now and then:
 * work that never waits would keep timers, signals and a progress line from running.
 */
export async function inOrder<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let next = 0;
  let failed = false;
  let yielded = performance.now();
  const lane = async () => {
    while (next < items.length && !failed && !signal?.aborted) {
      const item = items[next++]!;
      try {
        if (performance.now() - yielded > TURN_MS) {
          await new Promise((resolve) => setImmediate(resolve));
          yielded = performance.now();
        }
        await work(item);
      } catch (thrown) {
        failed = true;
        throw thrown;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, lane));
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
}
