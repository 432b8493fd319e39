import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import {
  acknowledgedBy,
  checkAcknowledged,
  type Crowd,
  gatherCrowd,
  writeUntil,
} from '#tests/crash/rounds.ts';
import { Random } from '#tests/crash/random.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { overHttp, RefusedError, type Send } from '#tests/crash/transport.ts';
import { ensureBuild } from '#tests/operation/support.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';

/** Mounts a disk of its own, in memory: only root can fill one. */
const disk = mkdtempSync(join(tmpdir(), 'villagehall-disk-'));
const mayMount = mount();
const filler = join(disk, 'filler');
const dataDir = join(disk, 'data');
const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
const noRoom = 'The site has no room left to save this';

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('NOT CHECKED: a full disk, for which this user would have to mount one');
    return false;
  }
}

/** Tries again where the site has written something since the room was measured. */
function fill(leaveBytes: number, tries = 10): void {
  const { bavail, bsize } = statfsSync(disk);
  const bytes = Math.max(bavail * bsize - leaveBytes, 4096);
  try {
    execFileSync('fallocate', ['-l', String(bytes), filler], { stdio: 'pipe' });
  } catch (error) {
    if (tries === 1) throw error;
    fill(leaveBytes, tries - 1);
  }
}
const makeRoom = () => rmSync(filler);

/**
 * Starts a segment of the write-ahead log: the engine stops where the log needs a new one and has
 * no room.
 */
async function beginSegment(): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  await db.execute(sql`SELECT pg_switch_wal()`);
  await db.execute(sql`CHECKPOINT`);
  await close();
}

/** Writes until the disk is full, and returns each client's answers then. */
async function writeTillRefused(send: Send, { clients, playground }: Crowd): Promise<string[]> {
  const writeOn = async (client: Crowd['clients'][number]): Promise<string> => {
    for (;;) {
      try {
        await client.write(send, playground, () => 0);
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        return error.message;
      }
    }
  };
  return Promise.all(clients.map(writeOn));
}

describe.skipIf(!mayMount)(`a full disk of the embedded database (seed ${seed})`, () => {
  let site: ServerProcess;
  let address: string;
  let send: Send;
  let crowd: Crowd;

  beforeAll(async () => {
    await ensureBuild();
    site = new ServerProcess(env);
    await site.ready;
    await site.stop();
    await beginSegment();
    site = new ServerProcess(env);
    address = await site.ready;
    send = overHttp(address);
    crowd = await gatherCrowd(send, new Random(seed));
  }, 180_000);

  afterAll(async () => {
    await site?.killAll();
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  test('refuses a change with 503 and the reason, and reading continues', async () => {
    fill(400_000);
    const told = await writeTillRefused(send, crowd);
    for (const refusal of told) expect(refusal).toMatch(/answered 503 .*"unavailable"/);
    for (const refusal of told) expect(refusal).toContain(noRoom);
    const [{ cookie } = { cookie: '' }] = crowd.clients;
    for (const path of ['/readyz', '/events?q=walk', '/api/groups?q=walk', '/api/user/groups']) {
      expect((await fetch(address + path, { headers: { cookie } })).status).toBe(200);
    }
  }, 60_000);

  test('fails a backup, and leaves the earlier one whole', async () => {
    makeRoom();
    const file = join(disk, 'backup.gz');
    // A synchronous call would block this process while the site closes its connections.
    const backup = () =>
      promisify(execFile)('npm', ['run', '--silent', 'backup', '--', file], {
        env: { ...process.env, ...env },
      });
    await backup();
    const before = readFileSync(file);
    fill(8_192);
    await expect(backup()).rejects.toThrow();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(disk).filter((name) => name.includes('.part'))).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => name.includes('.part'))).toEqual([]);
  }, 120_000);

  test('recovers with room, without a restart or a lost write', async () => {
    makeRoom();
    await checkAcknowledged(send, crowd);
    await writeUntil(() => acknowledgedBy(crowd) >= 30, send, crowd);
    await checkAcknowledged(send, crowd);
    await site.stop();
    // The operator reads it once, and that nothing is lost.
    expect(site.stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`The disk of ${dataDir} is full: free some space.`),
    ]);
  }, 60_000);

  test('at the start is named as such, without any word of a backup', async () => {
    const before = await openDatabase({ dataDir });
    await before.db.execute(sql`CREATE TABLE marks AS SELECT 7 AS mark`);
    fill(3_000_000);
    // The write-ahead log fills file after file until it has no room, and the engine stops.
    const goOn = (statement: SQL) => before.db.execute(statement).catch(() => undefined);
    for (let file = 0; file < 30; file += 1) {
      await goOn(sql`INSERT INTO marks VALUES (8)`);
      await goOn(sql`SELECT pg_switch_wal()`);
    }
    expect((await before.failed).message).toContain('No space left on device');
    await before.close();

    const refused = new ServerProcess({ ...env, DEMO: 'false' });
    expect((await refused.ended).code).toBe(1);
    expect(refused.stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`The disk of ${dataDir} is full`),
    ]);
    expect(refused.stderr).not.toContain('backup');

    makeRoom();
    const after = await openDatabase({ dataDir });
    const { rows } = await after.db.execute(sql`SELECT mark FROM marks ORDER BY mark`);
    expect(rows[0]).toEqual({ mark: 7 });
    await after.close();
  }, 60_000);
});
