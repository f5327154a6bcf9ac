import { findQuote } from '../dataset/quote.js';
import { didYouMean, LabError } from '../errors.js';
import { openDataset } from '../open-dataset.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab quote PAGE QUOTE`: the offsets to put into a label; `\n` in the quote stands for a line break. */
export async function act(words: Words): Promise<void> {
  const [page, given] = words.positionals as [string, string];
  const quote = given.replaceAll('\\n', '\n');
  const { docs } = await openDataset(words.text('data'));
  const doc = docs.find((one) => one.id === page);
  if (doc === undefined) {
    throw new LabError(
      `page "${page}" is none of the ${docs.length} pages${
        didYouMean(
          page,
          docs.map((one) => one.id),
        ) || '; check its id'
      }`,
    );
  }
  const place = findQuote(doc.text, quote);
  if (place.found === 'never')
    throw new LabError(
      `page "${page}" does not hold the quote, wanted its exact characters; copy them again, with \\n for a line break`,
    );
  if (place.found === 'often') {
    throw new LabError(
      `page "${page}" holds the quote ${place.starts.length} times (at ${place.starts.join(', ')}), wanted once; quote more`,
    );
  }
  const label = { doc: page, start: place.start, end: place.end };
  print(words.flag('json'), label, () => `"doc": "${page}", "start": ${place.start}, "end": ${place.end}`);
}
