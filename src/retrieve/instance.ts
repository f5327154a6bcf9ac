/** A kernel's one function over a memory of its own. */
export type Instance = {
  readonly call: (...numbers: readonly number[]) => void;
  readonly buffer: ArrayBuffer;
};

/** What is used of WebAssembly, whose types come with the DOM's alone. */
type Wasm = {
  readonly validate: (code: Uint8Array) => boolean;
  readonly Memory: new (limits: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, Instance['call']>> };
};

const PAGE = 65_536;

/** Compiles a kernel over a zeroed memory of at least so many bytes; null where this machine has no 128-bit vectors in WebAssembly. */
export function instanceOf(base64: string, name: string, bytes: number): Instance | null {
  const wasm = (globalThis as unknown as { readonly WebAssembly?: Wasm }).WebAssembly;
  const code = Buffer.from(base64, 'base64');
  if (wasm?.validate(code) !== true) return null;
  const memory = new wasm.Memory({ initial: Math.ceil(bytes / PAGE) });
  const { exports } = new wasm.Instance(new wasm.Module(code), { js: { memory } });
  return { call: exports[name]!, buffer: memory.buffer };
}
