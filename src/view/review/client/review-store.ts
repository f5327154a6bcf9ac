import {
  REVIEW_FORMAT,
  REVIEW_VERDICTS,
  type Review,
  type ReviewFile,
  type ReviewVerdict,
} from '../../../store/review.js';
import type { ReviewData, ReviewPair, ReviewRow } from '../review-types.js';

/** What a reader says of a case here; the rest of a review is known from the page. */
export type Said = { readonly verdict: ReviewVerdict; readonly note: string; readonly reviewedAt: string };

/** By pair and case; a removed verdict is not there. */
export type SaidHere = Readonly<Record<string, Said>>;

export function keyOf(data: ReviewData, pair: ReviewPair, row: ReviewRow): string {
  const { id, digest } = data.cases[row.case]!;
  return JSON.stringify([id, digest, data.runs[pair.a]!.configDigest, data.runs[pair.b]!.configDigest]);
}

/** Where verdicts are kept until they are exported: in this browser, or where it lets nothing be kept, in the open page alone. */
export class Keeper {
  readonly lasting: boolean;
  private readonly name: string;

  constructor(data: ReviewData) {
    this.name = `retrieval-lab review ${data.metric} ${data.runs.map(({ configDigest }) => configDigest).join(' ')}`;
    this.lasting = this.try(() => {
      localStorage.setItem(`${this.name} try`, '1');
      localStorage.removeItem(`${this.name} try`);
    });
  }

  read(): SaidHere {
    let text: string | null = null;
    this.try(() => {
      text = localStorage.getItem(this.name);
    });
    return text === null ? {} : saidIn(text);
  }

  write(said: SaidHere): boolean {
    return this.try(() => localStorage.setItem(this.name, JSON.stringify(said)));
  }

  private try(act: () => void): boolean {
    try {
      act();
      return true;
    } catch {
      return false; // Storage is refused or full; the page says so.
    }
  }
}

/** Only what is a verdict: anything else may have written there. */
function saidIn(text: string): SaidHere {
  try {
    const kept = Object.entries(JSON.parse(text) as Record<string, Partial<Said> | null>);
    return Object.fromEntries(kept.filter((entry): entry is [string, Said] => isSaid(entry[1])));
  } catch {
    return {};
  }
}

function isSaid(one: Partial<Said> | null): boolean {
  return (
    REVIEW_VERDICTS.some((verdict) => verdict === one?.verdict) &&
    typeof one?.note === 'string' &&
    typeof one.reviewedAt === 'string'
  );
}

/** The last word on a row: said here, else on record for this pair, else for another pair of configurations. */
export type Standing = { readonly said: Said; readonly from: 'here' | 'this pair' | 'another pair' };

export class Reviews {
  private readonly data: ReviewData;
  private readonly byCase = new Map<string, Review[]>();

  constructor(data: ReviewData) {
    this.data = data;
    for (const review of data.reviews) {
      const known = this.byCase.get(review.caseId);
      if (known === undefined) this.byCase.set(review.caseId, [review]);
      else known.push(review);
    }
  }

  of(pair: ReviewPair, row: ReviewRow, here: SaidHere): Standing | null {
    const said = here[keyOf(this.data, pair, row)];
    if (said !== undefined) return { said, from: 'here' };
    const known = this.byCase.get(this.data.cases[row.case]!.id) ?? [];
    const [a, b] = [this.data.runs[pair.a]!.configDigest, this.data.runs[pair.b]!.configDigest];
    const own = known.find(({ configA, configB }) => configA === a && configB === b);
    if (own !== undefined) return { said: own, from: 'this pair' };
    const other = known.at(-1);
    return other === undefined ? null : { said: other, from: 'another pair' };
  }
}

/** What was said here, as the file that `rlab review import` takes. */
export function exported(data: ReviewData, here: SaidHere): ReviewFile {
  if (Object.keys(here).length === 0) return { format: REVIEW_FORMAT, version: 1, reviews: [] };
  const reviews = data.pairs.flatMap((pair) =>
    pair.rows.flatMap((row): readonly Review[] => {
      const said = here[keyOf(data, pair, row)];
      if (said === undefined) return [];
      const { id, digest, query } = data.cases[row.case]!;
      const [a, b] = [data.runs[pair.a]!, data.runs[pair.b]!];
      return [
        {
          caseId: id,
          caseDigest: digest,
          query,
          metric: data.metric,
          configA: a.configDigest,
          configB: b.configDigest,
          runA: a.id,
          runB: b.id,
          ...said,
        },
      ];
    }),
  );
  return { format: REVIEW_FORMAT, version: 1, reviews };
}
