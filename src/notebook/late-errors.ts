import { AsyncLocalStorage, createHook } from 'node:async_hooks';

/** An error that no cell caught, with the cell whose work it came from, where that can be told. */
export type LateError = {
  readonly cell: number | null;
  readonly kind: 'rejection' | 'exception';
  readonly value: unknown;
};

export type LateErrors = {
  readonly within: <T>(cell: number, work: () => T) => T;
  /** The cell that the code now running was started by. */
  readonly cell: () => number | null;
  readonly first: () => LateError | null;
};

/**
 * Watches the process for what goes wrong after a cell is done. Node does not tell in whose name a promise was
 * rejected, so each promise is remembered with the cell that made it.
 */
export function lateErrors(): LateErrors {
  const running = new AsyncLocalStorage<number>();
  const makers = new WeakMap<object, number>();
  let first: LateError | null = null;
  createHook({
    init: (_id, type, _trigger, resource) => {
      const cell = type === 'PROMISE' ? running.getStore() : undefined;
      if (cell !== undefined) makers.set(resource, cell);
    },
  }).enable();
  process.on('unhandledRejection', (value, promise) => {
    first ??= { cell: makers.get(promise) ?? null, kind: 'rejection', value };
  });
  process.on('uncaughtException', (value) => {
    first ??= { cell: running.getStore() ?? null, kind: 'exception', value };
  });
  return {
    within: (cell, work) => running.run(cell, work),
    cell: () => running.getStore() ?? null,
    first: () => first,
  };
}
