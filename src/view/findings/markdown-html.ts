import MarkdownIt from 'markdown-it';

/** What becomes of a picture in a page: its own markup, or nothing known. */
export type PictureOf = (target: string, words: string) => string;

/**
 * Markdown as HTML. Markup in the text is shown as text and its comments are left out; a link goes nowhere that could run something. No picture is linked: `pictureOf` gives
 * what stands for it.
 */
export function markdownHtml(text: string, pictureOf: PictureOf): string {
  const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  const shown = (html: string) => escapeHtml(html.replace(/<!--[\s\S]*?-->/g, ''));
  rules['html_inline'] = (tokens, at) => shown(tokens[at]!.content);
  rules['html_block'] = (tokens, at) => {
    const rest = shown(tokens[at]!.content);
    return rest.trim() === '' ? '' : `<p>${rest}</p>\n`;
  };
  rules['image'] = (tokens, at) => {
    const { content } = tokens[at]!;
    return pictureOf(String(tokens[at]!.attrGet('src') ?? ''), markdown.utils.unescapeMd(content));
  };
  rules['table_open'] = () => '<div class="table"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  return markdown.render(text);
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
