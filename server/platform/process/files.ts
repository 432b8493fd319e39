import { basename, join } from 'node:path';

/** The build puts the server and the scripts of its threads into one folder; the sources run where they stand. */
const built = import.meta.dirname.endsWith(join('dist', 'main'));
const root = join(import.meta.dirname, built ? '../..' : '../../..');

/** The path of a file of the project, given from its root. */
export const projectFile = (path: string): string => join(root, path);

/** The script a thread or a process of its own runs, by its source. */
export const threadScript = (
  source:
    | 'server/platform/crypto/hasher.ts'
    | 'server/platform/db/embedded/initialise.ts'
    | 'server/platform/db/embedded/worker.ts'
    | 'server/ssr/share/painter.ts',
): string =>
  built ? join(import.meta.dirname, `${basename(source, '.ts')}.js`) : projectFile(source);
