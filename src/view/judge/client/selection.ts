/** The offsets of what is selected in an element that holds nothing but the page's text; null where nothing in it is. */
export function selectedIn(element: HTMLElement): { readonly start: number; readonly end: number } | null {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(element)) return null;
  const start = element.contains(range.startContainer)
    ? offsetOf(element, range.startContainer, range.startOffset)
    : 0;
  const end = element.contains(range.endContainer)
    ? offsetOf(element, range.endContainer, range.endOffset)
    : element.textContent.length;
  return end > start ? { start, end } : null;
}

/** Characters before a place in the element, as its texts hold them. */
function offsetOf(element: HTMLElement, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}
