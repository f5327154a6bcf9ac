import type { DisplayData } from '../tslab.js';
import { type Data, joined, type Output } from './nbformat.js';

/** Collects what cells put out, in nbformat's form. Cells are named by their number. */
export type OutputLog = {
  readonly stream: (cell: number, name: string, text: string) => void;
  readonly display: (cell: number, display: DisplayData, update: boolean) => void;
  readonly of: (cell: number) => readonly Output[];
};

export function outputLog(): OutputLog {
  const cells = new Map<number, Output[]>();
  const shown = new Map<string, { readonly list: Output[]; readonly at: number }[]>();
  const listOf = (cell: number) => {
    const list = cells.get(cell) ?? [];
    cells.set(cell, list);
    return list;
  };
  return {
    stream: (cell, name, text) => addStream(listOf(cell), name, text),
    display: (cell, display, update) => {
      const output = displayOutput(display);
      const id = display.transient?.display_id;
      const places = id === undefined ? [] : (shown.get(id) ?? []);
      if (update) for (const { list, at } of places) list[at] = output;
      if (update && places.length > 0) return;
      const list = listOf(cell);
      if (id !== undefined) shown.set(id, [...places, { list, at: list.length }]);
      list.push(output);
    },
    of: (cell) => cells.get(cell) ?? [],
  };
}

/** Writes to one stream that follow each other are one output, as a frontend has it. */
function addStream(list: Output[], name: string, text: string): void {
  const last = list.at(-1);
  if (last?.output_type === 'stream' && last.name === name) {
    list[list.length - 1] = { ...last, text: joined(last.text) + text };
  } else list.push({ output_type: 'stream', name, text });
}

/** Goes through JSON as on the wire, so that what a cell does to the object later does not show. */
function displayOutput({ data, metadata }: DisplayData): Output {
  return {
    output_type: 'display_data',
    data: JSON.parse(JSON.stringify(data)) as Data,
    metadata: JSON.parse(JSON.stringify(metadata)),
  };
}
