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

/** Selects a stretch of the element's text and shows it. */
export function selectIn(element: HTMLElement, start: number, end: number): void {
  const range = document.createRange();
  range.setStart(...placeOf(element, start));
  range.setEnd(...placeOf(element, end));
  const selection = document.getSelection()!;
  selection.removeAllRanges();
  selection.addRange(range);
  const [box, stretch] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
  if (stretch.top < box.top || stretch.bottom > box.bottom)
    element.scrollTop += stretch.top - box.top - box.height * 0.2;
}

/** Where reading begins, as an offset in the element's text: at the first telling word that is seen, else at the first piece that begins within sight, or reaches into it. */
export function firstSeen(element: HTMLElement): number {
  const { top, bottom } = element.getBoundingClientRect();
  const pieces = [...element.querySelectorAll<HTMLElement>('[data-start]')];
  const within = pieces.filter((piece) => {
    const box = piece.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  });
  const begins = within.filter((piece) => piece.getBoundingClientRect().top >= top);
  const first = begins.find((piece) => piece.classList.contains('telling')) ?? begins[0] ?? within[0];
  return Number(first?.dataset['start'] ?? 0);
}

function placeOf(element: HTMLElement, at: number): [Node, number] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let passed = 0;
  let last: Text | null = null;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    if (at <= passed + node.length) return [node, at - passed];
    passed += node.length;
    last = node;
  }
  return last === null ? [element, 0] : [last, last.length];
}
