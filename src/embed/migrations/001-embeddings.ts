/**
 * Vectors by the hash of what made them, float32 little-endian with a CRC-32 of the bytes. A space is what vectors share that can be compared:
 * provider, model, dimensions, normalisation. Payments are kept by answer, so that what was ever spent can be summed.
 */
export const embeddings = `
CREATE TABLE spaces (
  space_id INTEGER PRIMARY KEY,
  settings TEXT NOT NULL UNIQUE,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL
);

CREATE TABLE embeddings (
  key BLOB PRIMARY KEY NOT NULL,
  space_id INTEGER NOT NULL REFERENCES spaces (space_id) ON DELETE CASCADE,
  crc INTEGER NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX embeddings_by_space ON embeddings (space_id);

CREATE TABLE payments (
  payment_id INTEGER PRIMARY KEY,
  model TEXT NOT NULL,
  paid_at TEXT NOT NULL,
  texts INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  dollars REAL
);
`;
