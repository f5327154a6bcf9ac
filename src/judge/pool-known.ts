import type { ArmPages } from './pool-of-queries.js';
import type { UnlabelledQuery } from './queries.js';

/** A page that an arm named for a query and the dataset does not have. */
export type UnknownPage = { readonly arm: string; readonly id: string; readonly page: string };

export const SHOWN_ARM = 'shown to users';

/**
 * What users were shown, as one more arm; null where no query says. A log may hold chunk ids, so `page#3` stands for `page` where only that is a page.
 */
export function shownArm(queries: readonly UnlabelledQuery[], known: ReadonlySet<string>): ArmPages | null {
  const told = queries.filter(({ shown }) => shown.length > 0);
  if (told.length === 0) return null;
  const pageOf = (id: string) => {
    const page = id.replace(/#\d+$/, '');
    return !known.has(id) && known.has(page) ? page : id;
  };
  return {
    name: SHOWN_ARM,
    pages: new Map(told.map(({ id, shown }) => [id, [...new Set(shown.map(pageOf))]])),
  };
}

/** The arms with the dataset's pages alone, since no other can be put before a judge; what was left out is told. */
export function onlyKnown(
  arms: readonly ArmPages[],
  known: ReadonlySet<string>,
): { readonly arms: readonly ArmPages[]; readonly unknown: readonly UnknownPage[] } {
  const unknown = arms.flatMap(({ name, pages }) =>
    [...pages].flatMap(([id, found]) =>
      found.filter((page) => !known.has(page)).map((page) => ({ arm: name, id, page })),
    ),
  );
  const kept = arms.map(({ name, pages }) => ({
    name,
    pages: new Map([...pages].map(([id, found]) => [id, found.filter((page) => known.has(page))])),
  }));
  return { arms: kept, unknown };
}
