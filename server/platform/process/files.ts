import { basename, join } from 'node:path';

/** The build puts the server and its thread scripts into one folder; the sources run in place. */
const isBuilt = import.meta.dirname.endsWith(join('dist', 'main'));
const projectRoot = join(import.meta.dirname, isBuilt ? '../..' : '../../..');

/** Returns the path of a project file, given from the root. */
export const projectFile = (path: string): string => join(projectRoot, path);

/** Returns the script of a thread or child process, by its source. */
export const threadScript = (
  source:
    | 'server/platform/crypto/hasher.ts'
    | 'server/platform/db/embedded/initialise.ts'
    | 'server/platform/db/embedded/worker.ts'
    | 'server/features/events/imports/policy/calendar-reader.ts'
    | 'server/ssr/share/painter.ts',
): string =>
  isBuilt ? join(import.meta.dirname, `${basename(source, '.ts')}.js`) : projectFile(source);
