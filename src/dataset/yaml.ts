/** The parser of front matter, loaded when there is some to read. It throws what it throws. */
export async function yamlParser(): Promise<(text: string) => unknown> {
  const { parse } = await import('yaml');
  return parse;
}
