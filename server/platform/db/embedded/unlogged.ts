import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

const inTheWay = / file "([^"]+)": File exists/;

/**
 * Opens a database after removing remains of unlogged tables that a power cut left. After a crash
 * PostgreSQL empties such a table: it removes the table's file where it finds the `_init` file that
 * marks it, and after recovery copies that file anew. A disk may keep the file and lose the younger
 * mark. Recovery restores the mark from the log, and then the file is in the way of the copy.
 */
export async function withoutRemains<Opened>(
  folder: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!removed(folder, error)) throw error;
    }
  }
}

/**
 * Removes such a file and tells whether there was one. Each is removed once, so that opening comes
 * to an end.
 */
function removed(folder: string, error: unknown): boolean {
  const [, name = ''] = (error instanceof Error && inTheWay.exec(error.message)) || [];
  const file = join(folder, name);
  if (name === '' || !existsSync(`${file}_init`) || !existsSync(file)) return false;
  unlinkSync(file);
  return true;
}
