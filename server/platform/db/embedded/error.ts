/** Says in one sentence why the embedded database cannot be used, and what to do about it. */
export class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}

export const noRoom = (dataDir: string) =>
  `The disk of ${dataDir} has no room left: make some. What is in the database is safe.`;

export const damaged = (dataDir: string, what: string) =>
  `The database in ${dataDir} is damaged (${what}): restore it from a backup.`;
