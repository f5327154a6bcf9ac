import { type ComponentChildren, createElement, type VNode as PreactNode } from 'preact';

/** The one file that imports preact: elements whose texts are escaped, for pages made here and in the browser. */
export { render } from 'preact';
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

export type VNode = PreactNode<object>;
export type Children = ComponentChildren;
type Attributes = Readonly<Record<string, unknown>>;
type Component<Props> = (props: Props) => VNode | null;
type Key = { readonly key?: string | number };

/** An element by its tag, or by the function that makes it. Attributes and texts are escaped when it is rendered. */
export function h(tag: string, attributes: Attributes | null, ...children: readonly Children[]): VNode;
export function h<Props>(
  component: Component<Props>,
  props: Props & Key,
  ...children: readonly Children[]
): VNode;
export function h(type: unknown, props: object | null, ...children: readonly Children[]): VNode {
  return createElement(type as string, props, ...children) as VNode;
}
