import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import { redirectFile } from './redirect-file.js';

describe('a file that leads to an address', () => {
  it('is for its owner alone, also where one was left that others can read, and is removed', () => {
    const file = path.join(temporaryFolder(), 'lab.sqlite-open.html');
    fs.writeFileSync(file, 'old', { mode: 0o644 });
    const remove = redirectFile(file, 'http://127.0.0.1:1/?a="b"&c=<d#e');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(file, 'utf8')).toContain(
      'content="0; url=http://127.0.0.1:1/?a=&quot;b&quot;&amp;c=&lt;d#e">',
    );
    remove();
    remove();
    expect(fs.existsSync(file)).toBe(false);
  });

  it('is refused with a sentence where it cannot be written', () => {
    expect(() => redirectFile('/nowhere/x.html', 'http://127.0.0.1:1/')).toThrow(
      /^\/nowhere\/x\.html: cannot be written \(ENOENT.*\), wanted a page that leads to the address; leave --open out and open the address that is printed$/,
    );
  });
});
