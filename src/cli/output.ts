/** Prints to standard output; JSON on request, so that a script gets the same facts as a reader. */
export function print(json: boolean, value: unknown, text: () => string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text());
}
