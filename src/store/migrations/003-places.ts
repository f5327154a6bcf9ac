/** Where each hit stands in its page: a run can then be read against labelled spans, and beside a run of other chunks, long after. */
export const places = `
ALTER TABLE hits ADD COLUMN span_start INTEGER;
ALTER TABLE hits ADD COLUMN span_end INTEGER;
`;
