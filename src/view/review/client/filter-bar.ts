import { HAPPENINGS, type Happening } from '../../../diagnose/change-types.js';
import { h, type VNode } from '../../../html.js';
import { REVIEW_VERDICTS } from '../../../store/review.js';
import type { ReviewData, ReviewPair } from '../review-types.js';
import { ANY, BUDGET, SORTS, type Tab, tabsOf, type Wanted, wordsOf } from './filter-rows.js';
import { shown } from './names.js';

type Props = {
  readonly data: ReviewData;
  readonly pair: ReviewPair;
  readonly wanted: Wanted;
  readonly change: (part: Partial<Wanted>) => void;
  readonly found: number;
};

type Chosen = { readonly currentTarget: { readonly value: string } };

const TITLES: Readonly<Record<Tab, string>> = {
  worse: '▼ Worse',
  better: '▲ Better',
  same: '= Same',
  unjudged: '? With unjudged pages',
  failed: '✕ Failed',
  all: 'All',
};

/** Which queries are listed, and in which order. */
export function FilterBar({ data, pair, wanted, change, found }: Props): VNode {
  const kinds = [...new Set(data.cases.map(({ kind }) => kind))].sort();
  const slices = [...new Set(data.cases.map(({ slice }) => slice))].sort();
  const words = [BUDGET, ...HAPPENINGS].filter((what) =>
    pair.rows.some((row) => wordsOf(row).includes(what as Happening)),
  );
  const reviewed = ['yes', 'no', ...REVIEW_VERDICTS].map(
    (value) => [value, REVIEWED[value] ?? value] as const,
  );
  return h(
    'div',
    { class: 'filters' },
    h(
      'div',
      { class: 'tabs', role: 'group', 'aria-label': 'Which queries' },
      tabsOf(pair).map(({ tab, n }) =>
        h(
          'button',
          { key: tab, type: 'button', 'aria-pressed': wanted.tab === tab, onClick: () => change({ tab }) },
          `${TITLES[tab]} (${n})`,
        ),
      ),
    ),
    h(
      'label',
      { class: 'search' },
      'Search ',
      h('input', {
        type: 'search',
        id: 'search',
        value: wanted.search,
        placeholder: 'query or id',
        onInput: (event: Chosen) => change({ search: event.currentTarget.value }),
      }),
      ' ',
      h('kbd', null, '/'),
    ),
    h(Choice, {
      name: 'Kind',
      value: wanted.kind,
      options: twice(kinds),
      choose: (kind) => change({ kind }),
    }),
    data.slicedBy === 'kind'
      ? null
      : h(Choice, {
          name: shown(data.slicedBy, 40),
          value: wanted.slice,
          options: twice(slices),
          choose: (slice) => change({ slice }),
        }),
    h(Choice, {
      name: 'What changed',
      value: wanted.what,
      options: twice(words),
      choose: (what) => change({ what: what as Wanted['what'] }),
    }),
    h(Choice, {
      name: 'Reviewed',
      value: wanted.reviewed,
      options: reviewed,
      choose: (value) => change({ reviewed: value as Wanted['reviewed'] }),
    }),
    h(Choice, {
      name: 'Sort',
      value: wanted.sort,
      options: Object.entries(SORTS),
      choose: (sort) => change({ sort: sort as Wanted['sort'] }),
      any: false,
    }),
    h(
      'p',
      { class: 'found', role: 'status' },
      `${found} ${found === 1 ? 'query' : 'queries'} listed. Keys: j and k walk, Enter opens, Escape closes.`,
    ),
  );
}

function twice(values: readonly string[]): readonly (readonly [string, string])[] {
  return values.map((value) => [value, value]);
}

const REVIEWED: Readonly<Record<string, string>> = { yes: 'reviewed', no: 'not reviewed' };

type ChoiceProps = {
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly choose: (value: string) => void;
  readonly any?: boolean;
};

function Choice({ name, value, options, choose, any = true }: ChoiceProps): VNode {
  const all = any ? [[ANY, 'any'] as const, ...options] : options;
  return h(
    'label',
    null,
    `${name} `,
    h(
      'select',
      { value, onChange: (event: Chosen) => choose(event.currentTarget.value) },
      all.map(([one, text]) =>
        h('option', { key: one, value: one, selected: one === value }, shown(text, 60)),
      ),
    ),
  );
}
