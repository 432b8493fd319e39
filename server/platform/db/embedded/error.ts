/** The embedded database can't be used. The message says in one sentence why, and what to do. */
export class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}

export const noRoom = (dataDir: string) =>
  `The disk of ${dataDir} is full: free some space. The data in the database is safe.`;

export const noRoomToBegin = (dataDir: string) =>
  `The disk of ${dataDir} is too full for a new database: free at least 100 MB and start again.`;

export const damagedMessage = (dataDir: string, what: string) =>
  `The database in ${dataDir} is damaged (${what}): restore it from a backup.`;

export const isFullDisk = (reason: string) =>
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/.test(reason);

/** Error numbers of the engine's file system. */
const diskFullErrnos: Partial<Record<number, string>> = { 19: 'EDQUOT', 51: 'ENOSPC' };

/** Describes any thrown value: the engine's file system throws numbers rather than errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  if (typeof error !== 'object' || error === null) return String(error);
  if (!('errno' in error)) return JSON.stringify(error);
  const errno = Number(error.errno);
  return diskFullErrnos[errno] ?? `the file system's error ${errno}`;
}

/**
 * Codes for a full disk, damaged data, a damaged index, and missing or unreadable files.
 * PostgreSQL's log gives the operator the details.
 */
export const troubleCodes = ['53100', 'XX001', 'XX002', '58P01', '58030'];
