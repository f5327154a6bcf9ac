/** The grade that a span has apart from its page's; none where it has the page's, which it then gets anew when the page is graded anew. */
export function ownGrade(span: number, page: number): number | undefined {
  return span === page ? undefined : span;
}

/** The grade of a span under a page's: its own, but at most the page's. */
export function spanGrade(own: number | undefined, page: number): number {
  return Math.min(own ?? page, page);
}
