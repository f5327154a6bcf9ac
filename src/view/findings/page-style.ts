/** The look of a report's page: one column, light or dark as the reader has it, and fit for paper. Pictures keep their white ground, on which their colours were chosen. */
export const STYLE = `:root {
  --ink: #1f2328; --quiet: #57606a; --ground: #ffffff; --rule: #d0d7de; --pale: #f6f8fa; --link: #0b5fa5;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --quiet: #9aa4af; --ground: #14181d; --rule: #3b434c; --pale: #1d2229; --link: #79b8f2; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; overflow-wrap: break-word; }
main > p, main > ul, main > ol, main > blockquote { max-width: 44rem; }
h1, h2, h3, h4 { line-height: 1.25; margin: 2rem 0 0.75rem; }
h1 { font-size: 1.8rem; margin-top: 0.5rem; }
h2 { font-size: 1.35rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--rule); }
a { color: var(--link); }
code { font: 0.875em ui-monospace, monospace; background: var(--pale); padding: 0.1em 0.3em; border-radius: 4px; }
pre { background: var(--pale); padding: 0.75rem 1rem; overflow-x: auto; border-radius: 6px; }
pre code { padding: 0; background: none; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--rule); color: var(--quiet); }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.6rem; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
th { border-bottom-width: 2px; }
td { white-space: nowrap; }
td:first-child { white-space: normal; min-width: 9rem; }
main > p:has(.picture) { max-width: none; }
.picture { display: block; overflow-x: auto; background: #ffffff; border: 1px solid var(--rule); border-radius: 6px; padding: 0.25rem; }
.picture svg { display: block; max-width: 100%; height: auto; min-width: 40rem; margin: 0 auto; }
.absent { color: var(--quiet); }
@media (max-width: 40rem) {
  body { font-size: 15px; }
  main { padding: 1rem 1rem 3rem; }
  h1 { font-size: 1.5rem; }
  th, td { padding: 0.3rem 0.5rem; }
}
@media print {
  :root { --ink: #000000; --quiet: #444444; --ground: #ffffff; --rule: #999999; --pale: #f3f3f3; --link: #000000; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  h1, h2, h3 { break-after: avoid; }
  tr, .picture { break-inside: avoid; }
  .picture { overflow: visible; border: 0; padding: 0; }
  .picture svg { min-width: 0; }
  td { white-space: normal; }
  table { font-size: 8.5pt; }
}
`;
