/** What a run's index takes, what its contexts would have a model read, and whose answers it scored where it searched nothing. */
export const costs = `
ALTER TABLE runs ADD COLUMN costs TEXT;
ALTER TABLE runs ADD COLUMN answers_of TEXT;
ALTER TABLE results ADD COLUMN context_tokens INTEGER;
`;
