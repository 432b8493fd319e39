import { and, asc, gt, sql } from 'drizzle-orm';
import { findPicture } from '#features/base/media/queries.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Database } from '#platform/db/database.ts';
import { Archive, type Row } from '#platform/archive/archive.ts';
import type { ExportFile } from './export-file.ts';
import { exportFilesOf } from './export-files.ts';

/**
 * Returns all data about a member as the chunks of a zip file. It reads page by page and holds no
 * connection in between, however slow the download.
 */
export async function* dataExport(
  db: Database,
  viewer: Viewer,
  siteName: string,
  now: Date,
): AsyncGenerator<Uint8Array, void, undefined> {
  const archive = new Archive(now);
  const files = exportFilesOf(viewer.id);
  const readme = archive.text('README.txt');
  readme.write(readmeOf(files, siteName, now));
  readme.end();
  for (const file of files) {
    const table = archive.table(file.name);
    const pictures: string[] = [];
    for await (const rows of pagesOf(db, file)) {
      table.write(rows.map(({ row }) => row));
      if (file.name === 'pictures') pictures.push(...rows.map(({ key }) => key));
      yield* archive.take();
    }
    table.end();
    for (const id of pictures) {
      const picture = await findPicture(db, id, null);
      if (picture) archive.picture(`pictures/${id}.webp`, picture.bytes);
      yield* archive.take();
    }
  }
  archive.end();
  yield* archive.take();
}

const readmeOf = (files: ExportFile[], siteName: string, now: Date) =>
  [
    `Everything ${siteName} holds about you, as of ${now.toISOString()}.`,
    '',
    'Each file comes twice: .json for programs, .csv for spreadsheets. Times are in UTC.',
    '',
    ...files.map(({ name, about }) => `${name}: ${about}`),
    '',
    'Your password is not included. We don’t know it: we only keep a hash that shows whether a password is right.',
    '',
  ].join('\r\n');

const pageSize = 500;

/** Reads the rows of a file in pages. */
async function* pagesOf(
  db: Database,
  { from, join, own, key, columns }: ExportFile,
): AsyncGenerator<{ key: string; row: Row }[], void, undefined> {
  for (let last: unknown; ;) {
    const position = sql<unknown>`${key}`;
    const query = db.select({ key: position, row: columns }).from(from).$dynamic();
    if (join) query.innerJoin(join.table, join.on);
    const rows = await query
      .where(last === undefined ? own : and(own, gt(position, last)))
      .orderBy(asc(position))
      .limit(pageSize);
    if (rows.length > 0) {
      yield rows.map((each) => ({ key: String(each.key), row: each.row as Row }));
    }
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.key;
  }
}
