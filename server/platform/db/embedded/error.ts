/** Says in one sentence why the embedded database cannot be used, and what to do about it. */
export class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}

export const noRoom = (dataDir: string) =>
  `The disk of ${dataDir} has no room left: make some. What is in the database is safe.`;

export const noRoomToBegin = (dataDir: string) =>
  `The disk of ${dataDir} has no room for a new database: make some (100 MB to begin with), and start again.`;

export const damaged = (dataDir: string, what: string) =>
  `The database in ${dataDir} is damaged (${what}): restore it from a backup.`;

export const isFullDisk = (reason: string) =>
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/.test(reason);

/** As the engine's file system numbers them. */
const errnos: Partial<Record<number, string>> = { 19: 'EDQUOT', 51: 'ENOSPC' };

/** Describes any thrown value: the engine's file system throws numbers rather than errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  if (typeof error !== 'object' || error === null) return String(error);
  if (!('errno' in error)) return JSON.stringify(error);
  const errno = Number(error.errno);
  return errnos[errno] ?? `the file system's error ${errno}`;
}

/** No room; damaged data, a damaged index; a file that is gone, or can't be read. The operator is told by PostgreSQL's log. */
export const troubles = ['53100', 'XX001', 'XX002', '58P01', '58030'];
