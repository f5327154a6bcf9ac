import { didYouMean, LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { openStore } from '../store/open-store.js';
import type { Review } from '../store/review.js';
import { readReviewFile } from '../store/review-file.js';
import { plain, shorten, textTable } from '../view/tables.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab review import FILE` and `rlab review ls`. */
export async function act(words: Words): Promise<void> {
  const [action, file] = words.positionals;
  if (action === 'import' && file !== undefined) return take(words, file);
  if (action === 'ls' && file === undefined) return list(words);
  throw new LabError(
    `rlab review: found "${words.positionals.join(' ')}", wanted import FILE, or ls${didYouMean(action!, ['import', 'ls'])}; see rlab review --help`,
  );
}

function take(words: Words, file: string): void {
  const reviews = readReviewFile(file);
  const store = openStore(words.text('store'));
  try {
    const taken = store.saveReviews(reviews);
    const left =
      taken.older === 0
        ? ''
        : `; ${taken.older} left, since the store has a later word on the same case and pair`;
    print(
      words.flag('json'),
      taken,
      () =>
        `Took ${taken.saved} of ${reviews.length} ${reviews.length === 1 ? 'review' : 'reviews'} into ${shownPath(store.file)}${left}`,
    );
  } finally {
    store.close();
  }
}

function list(words: Words): void {
  const store = openStore(words.text('store'));
  try {
    const reviews = store.reviews();
    const row = ({ caseId, verdict, note, reviewedAt, query }: Review) => [
      caseId,
      verdict,
      reviewedAt.slice(0, 10),
      shorten(plain(query), 50),
      shorten(plain(note), 50),
    ];
    print(words.flag('json'), reviews, () =>
      reviews.length === 0
        ? 'No reviews; rlab review import FILE takes those that a page exported.'
        : textTable(['case', 'verdict', 'on', 'query', 'note'], reviews.map(row)),
    );
  } finally {
    store.close();
  }
}
