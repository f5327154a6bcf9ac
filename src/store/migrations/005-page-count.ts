/** How many pages came back for a query, so that a comparison of recorded metrics need not read millions of hits. */
export const pageCount = `
ALTER TABLE results ADD COLUMN page_count INTEGER;
`;
