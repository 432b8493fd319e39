import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EmbeddedEngineError } from './error.ts';

/**
 * Refuses to run as root in another user's folder: the site's own user could not open root's files,
 * so the site would not start again.
 * @throws EmbeddedEngineError if root is about to work or create a folder in another user's folder
 */
export function requireOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const folder = resolve(dataDir);
  const { uid } = statSync(nearestFolder(folder));
  if (uid === 0) return;
  const owner = nameOf(uid);
  throw new EmbeddedEngineError(
    `The data folder ${folder} belongs to the user ${owner}. Run this as that user, as in sudo -u '${owner}'.`,
  );
}

/** The folder, or its closest existing parent. */
export const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder));

/** The user as sudo takes it: a name, or #1000 for a user without one. */
function nameOf(uid: number): string {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  const line = users.map((each) => each.split(':')).find(([, , id]) => id === String(uid));
  return line?.[0] ?? `#${uid}`;
}
