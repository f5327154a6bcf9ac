import type { Converter, Diagnostic, DisplayData, KernelParts } from '../tslab.js';

/** What became of one cell. The executor's word for success is not enough: it also says it of cells it did not run. */
export type Executed = {
  readonly status: 'ok' | 'error' | 'abort';
  readonly count: number | null;
  readonly compiled: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly thrown: { readonly value: unknown } | null;
  /** The value of the cell's last expression. */
  readonly last: unknown;
};

export type Sinks = {
  readonly stream: (name: 'stdout' | 'stderr', text: string) => void;
  readonly display: (data: DisplayData, update: boolean) => void;
};

export type CellKernel = {
  readonly execute: (code: string, sinks: Sinks) => Promise<Executed>;
  readonly close: () => void;
};

type Seen = {
  compiled: boolean;
  diagnostics: readonly Diagnostic[];
  thrown: { readonly value: unknown } | null;
  last: unknown;
};

/** A tslab kernel in this process, working in its folder, that tells what it saw of each cell. */
export function cellKernel(parts: KernelParts): CellKernel {
  let seen = nothingSeen();
  const node = watched(parts.createConverter({ isJS: false, isBrowser: false }), (diagnostics) => {
    seen.compiled = true;
    seen.diagnostics = [...seen.diagnostics, ...diagnostics];
  });
  const executor = parts.createExecutor(
    process.cwd(),
    // A browser cell is never run by tslab; with no converter it is not compiled either, and so is found out.
    { node, browser: node, close: node.close },
    {
      log: (value) => {
        seen.last = value;
        console.log(value);
      },
      // Diagnostics come by here as well, as a format and its arguments; the converter has told them already.
      error: (...args) => {
        if (args.length === 1) seen.thrown = { value: args[0] };
      },
    },
  );
  const kernel = parts.createKernel(executor);
  return {
    execute: async (code, { stream, display }) => {
      seen = nothingSeen();
      const reply = await kernel.handleExecute({ code }, stream, (data, update) =>
        display(data, update === true),
      );
      return { ...seen, status: reply.status, count: reply.execution_count ?? null };
    },
    close: () => executor.close(),
  };
}

function nothingSeen(): Seen {
  return { compiled: false, diagnostics: [], thrown: null, last: undefined };
}

function watched(inner: Converter, tell: (diagnostics: readonly Diagnostic[]) => void): Converter {
  return {
    ...inner,
    convert: (before, source) => {
      const converted = inner.convert(before, source);
      tell(converted.diagnostics);
      return converted;
    },
    addModule: (name, source, meta) => {
      const diagnostics = inner.addModule(name, source, meta);
      tell(diagnostics);
      return diagnostics;
    },
  };
}
