import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { folderOfFile, serverOfFile } from '#tests/support/of-file.ts';
import { ensureBuild, freshDatabase, operate, query } from './support.ts';

const time = { timeout: 60_000 };

const root = folderOfFile();
const database = await freshDatabase((await serverOfFile()).url);

const path = (name: string) => join(root, name);
const folder = { DATA_DIR: path('data') };
const onServer = { DATABASE_URL: database.url };
const content = (file: string) => gunzipSync(readFileSync(file)).toString();

beforeAll(async () => {
  await ensureBuild();
  const migrated = await openDatabase({ databaseUrl: database.url, dataDir: '' });
  await migrated.close();
  cpSync(inject('folders').demo, path('data'), { recursive: true });
}, 120_000);

describe('a folder of backups', () => {
  const kept = () => readdirSync(path('kept')).toSorted();

  test('gets one more, named by its time, and keeps the newest and other files', time, async () => {
    const [first, second] = ['2026-01-01', '2026-01-02'].map(
      (date) => `villagehall-${date}T03-00-00Z.backup`,
    );
    const others = ['hall.backup', 'notes.txt', 'villagehall-2026-01-01.backup'];
    const cut = `${first}.0a1b2c3d.part`;
    mkdirSync(path('kept'));
    for (const name of [first, second, cut, ...others]) writeFileSync(path(`kept/${name}`), 'x');
    utimesSync(path(`kept/${cut}`), new Date(0), new Date(0));

    const taken = await operate(folder, 'backup', '--keep', '2', path('kept'));
    expect(taken).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^Backed up to .+Z\.backup\nRemoved 1 older than the newest 2$/,
      ),
    });
    const made = kept().filter((name) => ![second, ...others].includes(name));
    expect(made).toEqual([
      expect.stringMatching(/^villagehall-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/),
    ]);
    expect(kept()).toEqual(expect.arrayContaining([second, ...others]));
    expect(content(path(`kept/${made[0]}`))).toContain('organiser@example.com');
    expect(statSync(path(`kept/${made[0]}`)).mode & 0o777).toBe(0o600);
  });

  test('loses nothing after a failed backup, or an invalid number', time, async () => {
    const before = kept();
    const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expect(await operate(nowhere, 'backup', '--keep', '1', path('kept'))).toMatchObject({
      code: 1,
    });
    expect(await operate(folder, 'backup', '--keep', '0', path('kept'))).toEqual({
      code: 1,
      output: '--keep must say how many backups to keep, from 1 to 9999',
    });
    expect(await operate(folder, 'backup', path('kept'))).toEqual({
      code: 1,
      output: `${path('kept')} is a folder: name a file in it, or how many to keep by --keep`,
    });
    expect(kept()).toEqual(before);
  });

  test(
    'can be tested beside the site: the newest, and its database stays unchanged',
    time,
    async () => {
      const rows = await query(database.url, 'SELECT count(*) FROM users');
      const before = readdirSync(path('data')).toSorted();
      const tried = await operate(
        { ...onServer, DATA_DIR: path('data') },
        'restore',
        '--trial',
        path('kept'),
      );
      expect(tried).toEqual({
        code: 0,
        output: expect.stringMatching(
          /Z\.backup can be restored: \d{4,} rows of \d\d tables, all checksums correct\nIt holds \d+ members, \d+ groups and \d+ events; the newest row is from \d{4}-\d\d-\d\d$/,
        ),
      });
      expect(readdirSync(path('data')).toSorted()).toEqual(before);
      expect(await query(database.url, 'SELECT count(*) FROM users')).toEqual(rows);
    },
  );
});
