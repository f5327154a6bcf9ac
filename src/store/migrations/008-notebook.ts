/** Which notebook a run was recorded by, and what its cells were, so that a number can be led back to the text around it. */
export const notebook = `
ALTER TABLE runs ADD COLUMN notebook TEXT;
ALTER TABLE runs ADD COLUMN notebook_cells TEXT;
`;
