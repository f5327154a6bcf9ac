import { LabError } from '../errors.js';
import { newNotebook } from '../notebook/new-notebook.js';
import { shownPath } from '../project.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab notebook new NAME`: a notebook to begin with. Several words are one name. */
export async function act(words: Words): Promise<void> {
  const [, ...name] = words.positionals;
  if (name.length === 0)
    throw new LabError(
      'rlab notebook new: found no name, wanted one, as in rlab notebook new "comparing chunkers"; add it',
    );
  const file = shownPath(newNotebook(name.join(' ')));
  print(words.flag('json'), { file }, () => `${file}: made; open it, or run it by rlab notebook ${file}`);
}
