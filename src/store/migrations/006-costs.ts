/** What a run's index takes, and what its contexts would have a model read. */
export const costs = `
ALTER TABLE runs ADD COLUMN costs TEXT;
ALTER TABLE results ADD COLUMN context_tokens INTEGER;
`;
