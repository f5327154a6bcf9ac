import { describe, expect, it } from 'vitest';
import type { Data, Output } from './nbformat.js';
import { normalOutput } from './normalise.js';

const shown = (data: Data): Output => ({ output_type: 'display_data', data, metadata: {} });
const svg = (text: string) => normalOutput(shown({ 'image/svg+xml': text }));
const plotly = (y: number) => normalOutput(shown({ 'application/vnd.plotly.v1+json': { data: [{ y }] } }));

describe('outputs count as the same', () => {
  it('whether their text is whole or in lines', () => {
    expect(normalOutput(shown({ 'text/plain': ['a\n', 'b'] }))).toEqual(
      normalOutput(shown({ 'text/plain': 'a\nb' })),
    );
  });

  it('where pictures differ in chosen ids and last digits alone', () => {
    expect(svg('<svg><clipPath id="c1f"/><g clip-path="url(#c1f)" x="10.01"/>\n</svg>')).toEqual(
      svg('<svg><clipPath id="d9"/><g clip-path="url(#d9)" x="10.0"/></svg>'),
    );
    expect(plotly(0.1 + 0.2)).toEqual(plotly(0.3));
  });
});

describe('outputs count as different', () => {
  it('where a bar has another height', () => {
    expect(svg('<rect height="10.2"/>')).not.toEqual(svg('<rect height="11.2"/>'));
    expect(plotly(0.3)).not.toEqual(plotly(0.301));
  });

  it('where a reference goes to another place', () => {
    const two = '<a id="p"/><a id="q"/>';
    expect(svg(`${two}<use href="#p"/>`)).not.toEqual(svg(`${two}<use href="#q"/>`));
  });

  it('where a form is missing', () => {
    expect(normalOutput(shown({ 'text/plain': 'a' }))).not.toEqual(
      normalOutput(shown({ 'text/plain': 'a', 'text/html': 'a' })),
    );
  });
});
