import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LabError } from '../errors.js';
import { thrownProblem } from './cell-problem.js';
import { codeCell, notebookFile } from './examples.contract.js';
import type { Cell, Notebook, Output } from './nbformat.js';
import { notebookMarkdown } from './notebook-markdown.js';
import { outputLog } from './output-log.js';
import { readNotebook } from './read-notebook.js';
import { notebookText } from './write-notebook.js';

function notebook(cells: readonly Cell[]): Notebook {
  return { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
}

function fileWith(text: string): string {
  const file = notebookFile([]);
  fs.writeFileSync(file, text);
  return file;
}

describe('reading', () => {
  it.each([
    ['{"nbformat": 3}', 'found nbformat 3, wanted a notebook of nbformat 4; save it again from Jupyter'],
    ['null', 'found nbformat of no version, wanted a notebook of nbformat 4; save it again from Jupyter'],
    [
      '{"nbformat": 4, "cells": [], "metadata": {"kernelspec": {"name": "python3"}}}',
      'the notebook\'s kernel is "python3", wanted "tslab"; choose the TypeScript kernel and save it',
    ],
  ])('refuses %s', (text, sentence) => {
    const file = fileWith(text);
    expect(() => readNotebook(file)).toThrow(new LabError(`${file}: ${sentence}`));
  });

  it('refuses what is no JSON, or not there', () => {
    const file = fileWith('{');
    expect(() => readNotebook(file)).toThrow(
      /n\.ipynb: the notebook is not JSON \(.+\); restore it or save it again from Jupyter$/,
    );
    expect(() => readNotebook(`${file}x`)).toThrow(
      new LabError(`${file}x: no such file, wanted a notebook; check the path`),
    );
  });

  it('gives a cell without an id one from its position, past those that are taken', () => {
    const file = notebookFile(['1', codeCell('2', { id: 'cell-1' })], 5);
    expect(readNotebook(file).notebook.cells.map(({ id }) => id)).toEqual(['cell-1-x', 'cell-1']);
    expect(readNotebook(notebookFile(['1'], 4)).notebook.cells[0]).not.toHaveProperty('id');
  });
});

describe('telling what a cell threw', () => {
  it.each([
    [null, 'null'],
    [new TypeError('no such\n thing.'), 'TypeError: no such thing'],
    [new RangeError(''), 'RangeError'],
    ['text', 'text'],
  ])('%s', (value, text) => {
    expect(thrownProblem(3, value)).toEqual({
      cell: 3,
      what: `the cell threw ${text}; correct it, or catch the error where it is to be shown`,
    });
  });
});

describe('writing', () => {
  it('cuts texts where Python does, and leaves JSON types whole', () => {
    const data = { 'text/plain': 'a\r\nb\u2028c\n', 'application/json': 'a\nb', 'image/png': 'YQ==\n' };
    const output: Output = { output_type: 'display_data', data, metadata: {} };
    const text = notebookText(notebook([codeCell('', { outputs: [output] })]));
    const [cell] = JSON.parse(text).cells;
    expect(cell.source).toEqual([]);
    expect(cell.outputs[0].data).toEqual({
      'application/json': 'a\nb',
      'image/png': 'YQ==\n',
      'text/plain': ['a\r\n', 'b\u2028', 'c\n'],
    });
  });

  it('leaves out what frontends keep for themselves', () => {
    const text = notebookText({
      ...notebook([codeCell('1', { metadata: { trusted: true, tags: ['t'] } })]),
      metadata: { orig_nbformat: 2 },
    });
    expect(JSON.parse(text).cells[0].metadata).toEqual({ tags: ['t'] });
    expect(JSON.parse(text).metadata).toEqual({});
  });
});

describe('collecting', () => {
  const shown = (text: string, id?: string) => ({
    data: { 'text/plain': text },
    metadata: {},
    transient: { display_id: id },
  });

  it('joins what a stream says in a row', () => {
    const log = outputLog();
    log.stream(1, 'stdout', 'a');
    log.stream(1, 'stdout', 'b\n');
    log.stream(1, 'stderr', 'c');
    expect(log.of(1)).toEqual([
      { output_type: 'stream', name: 'stdout', text: 'ab\n' },
      { output_type: 'stream', name: 'stderr', text: 'c' },
    ]);
  });

  it('puts an update in the place of what it updates, in whatever cell that is', () => {
    const log = outputLog();
    log.display(1, shown('old', 'd'), false);
    log.display(2, shown('new', 'd'), true);
    expect(log.of(1)).toMatchObject([{ data: { 'text/plain': 'new' } }]);
    expect(log.of(2)).toEqual([]);
  });

  it('keeps an object as it was when it was shown', () => {
    const log = outputLog();
    const figure = { y: 1 };
    log.display(1, { data: { 'application/json': figure }, metadata: {} }, false);
    figure.y = 2;
    expect(log.of(1)).toMatchObject([{ data: { 'application/json': { y: 1 } } }]);
  });
});

describe('a notebook as Markdown', () => {
  it('is its cells and what they said, pictures by their text', () => {
    const figure: Output = {
      output_type: 'display_data',
      data: { 'image/svg+xml': '<svg/>', 'text/plain': 'One bar.' },
      metadata: {},
    };
    const picture: Output = { output_type: 'display_data', data: { 'image/png': 'YQ==' }, metadata: {} };
    const said: Output = { output_type: 'stream', name: 'stdout', text: '```\n' };
    const cells = [
      codeCell('# Title\n', { cell_type: 'markdown' }),
      codeCell(''),
      codeCell('run()', { outputs: [figure, picture, said] }),
    ];
    expect(notebookMarkdown(notebook(cells))).toBe(
      '# Title\n\n```ts\nrun()\n```\n\n```text\nOne bar.\n```\n\n*(image/png)*\n\n````text\n```\n````\n',
    );
  });
});
