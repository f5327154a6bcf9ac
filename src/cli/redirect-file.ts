import fs from 'node:fs';
import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';

/**
 * A page for its owner alone that leads to an address: what a program is started with can be read by every user of the machine, what stands in this file cannot. Gives what
 * removes it. Throws a LabError where it cannot be written.
 */
export function redirectFile(file: string, address: string): () => void {
  const remove = () => fs.rmSync(file, { force: true });
  try {
    remove();
    fs.writeFileSync(file, pageTo(address), { flag: 'wx', mode: 0o600 });
  } catch (thrown) {
    throw new LabError(
      `${shownPath(file)}: cannot be written (${messageOf(thrown)}), wanted a page that leads to the address; leave --open out and open the address that is printed`,
    );
  }
  return remove;
}

function pageTo(address: string): string {
  const url = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>To the judging page</title>
<p><a href="${url}">To the judging page</a></p>
</html>
`;
}
