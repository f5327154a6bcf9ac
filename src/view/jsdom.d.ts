/** The part of jsdom that drawing needs; it ships no types of its own, and nothing public mentions it. */
declare module 'jsdom' {
  import type { Context } from 'node:vm';

  export class VirtualConsole {}

  export class JSDOM {
    constructor(
      html: string,
      options: { readonly runScripts: 'outside-only'; readonly virtualConsole: VirtualConsole },
    );
    readonly window: Record<string, unknown>;
    getInternalVMContext(): Context;
  }
}
