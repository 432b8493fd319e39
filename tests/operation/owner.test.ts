import { chownSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { folderOfFile } from '#tests/support/of-file.ts';
import { ensureBuild, operate } from './support.ts';

const time = { timeout: 60_000 };
/** A service's user and group; neither number needs an account. */
const service = 54_321;

const root = folderOfFile();
const path = (name: string) => join(root, name);

beforeAll(async () => {
  await ensureBuild();
  cpSync(inject('folders').demo, path('own'), { recursive: true });
  mkdirSync(path('theirs'));
  chownSync(path('theirs'), service, service);
  await operate({ DATA_DIR: path('own') }, 'backup', path('a.backup'));
}, 120_000);

describe.runIf(process.getuid?.() === 0)('as root, in the folder of another user', () => {
  const refusal = (folder: string) => ({
    code: 1,
    output: `The data folder ${folder} belongs to the user #${service}. Run this as that user, as in sudo -u '#${service}'.`,
  });

  test('a restore is refused, and leaves nothing that the site could not open', time, async () => {
    const folder = path('theirs');
    expect(await operate({ DATA_DIR: folder }, 'restore', path('a.backup'))).toEqual(
      refusal(folder),
    );
    expect(readdirSync(folder)).toEqual([]);
    expect(statSync(folder).uid).toBe(service);
  });

  test(
    'a restore into a new folder there is refused, too, and a move out of it',
    time,
    async () => {
      const folder = path('theirs/data');
      expect(await operate({ DATA_DIR: folder }, 'restore', path('a.backup'))).toEqual(
        refusal(folder),
      );
      const to = ['--to', 'postgres://nobody@127.0.0.1:1/none'];
      expect(await operate({ DATA_DIR: folder }, 'move', ...to)).toEqual(refusal(folder));
    },
  );
});
