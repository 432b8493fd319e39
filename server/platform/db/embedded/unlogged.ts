import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

const inTheWay = / file "([^"]+)": File exists/;

/**
 * Opens a database, and takes what a power cut left of unlogged tables out of its way.
 *
 * PostgreSQL empties such a table after a crash: it removes the table's file where it finds the `_init` file that
 * marks it, and after recovery makes it anew from that. A disk may keep the file and lose the younger mark; recovery
 * brings the mark back from the log, and then the file is in the way of its own copy.
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

/** Whether there was such a file: each is removed once, so that opening comes to an end. */
function removed(folder: string, error: unknown): boolean {
  const [, name = ''] = (error instanceof Error && inTheWay.exec(error.message)) || [];
  const file = join(folder, name);
  if (name === '' || !existsSync(`${file}_init`) || !existsSync(file)) return false;
  unlinkSync(file);
  return true;
}
