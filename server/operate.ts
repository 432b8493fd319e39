import { parseArgs } from 'node:util';
import pg from 'pg';
import { capitalise } from '#contract/platform/counted.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { AddressError } from './platform/db/address.ts';
import { openDatabase, SetupError } from './platform/db/database.ts';
import { commandByHolder, dumpByHolder, isFolderInUse } from './platform/db/embedded/control.ts';
import { EmbeddedEngineError, openEmbeddedEngine } from './platform/db/embedded/engine.ts';
import { connectByAddress } from './platform/db/servers.ts';
import {
  writeDump,
  writeBackup,
  readBackup,
  fileIn,
  newestAt,
  prune,
} from './platform/db/transfer/backup.ts';
import { move, type Progress } from './platform/db/transfer/move.ts';
import { recordBackup } from './platform/db/transfer/backup-log.ts';
import { requireOwnRole, requireStopped } from './platform/db/transfer/schema.ts';
import { tryBackup } from './platform/db/transfer/trial.ts';
import { TransferError } from './platform/db/refusals.ts';
import { requireOwner } from './platform/db/embedded/folder.ts';
import { fileReason } from './platform/process/file-reason.ts';

const usage = `Usage: backup <file>
       backup --keep <how many> <folder>
       restore <file or folder> [--replace]
       restore --trial <file or folder> [--in <folder>]
       move --to postgres://user:password@host/database [--replace]
In a clone after npm run, as in "npm run backup -- <file>"; beside the systemd units after villagehall.
A file of - is standard output or input; of a folder, the newest backup is restored.`;

/** The fewest rows between two progress lines about one table; a large table gets twenty lines. */
const rowsPerLogLine = 2_000;

/** Standard output may carry the backup itself. */
const printLine = (line: string) => console.error(line);

// The files contain members' data, so only the operator may read them.
process.umask(0o077);

try {
  await runCommand(process.argv.slice(2), readConfig(process.env));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

async function runCommand(args: string[], config: Config): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      in: { type: 'string' },
      trial: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  });
  const [command, file, ...rest] = positionals;
  if (rest.length > 0) throw new TransferError(usage);
  if (command === 'backup' && file && values.keep) return backupInto(file, values.keep, config);
  if (command === 'backup' && file) return backup(file, config);
  if (command === 'restore' && file && values.trial) {
    return tryRestore(await newestAt(file), values.in ?? config.dataDir);
  }
  if (command === 'restore' && file) return restore(await newestAt(file), config, values.replace);
  if (command === 'move' && values.to && !file) return moveTo(values.to, config, values.replace);
  throw new TransferError(usage);
}

/** Adds a backup to a folder and deletes the oldest beyond the limit. */
async function backupInto(folder: string, keep: string, config: Config): Promise<void> {
  if (!/^[1-9]\d{0,3}$/.test(keep)) {
    throw new TransferError('--keep must say how many backups to keep, from 1 to 9999');
  }
  const now = new Date();
  await backup(fileIn(folder, now), config);
  const removed = await prune(folder, Number(keep), now);
  if (removed > 0) printLine(`Removed ${removed} older than the newest ${keep}`);
}

async function backup(file: string, config: Config): Promise<void> {
  if (!config.databaseUrl && (await isFolderInUse(config.dataDir)))
    await backupByHolder(file, config);
  else {
    await withClient(config, async (client) => {
      await writeBackup(file, (to) => writeDump(client, to));
      await recordIfPossible(recordBackup(client, new Date()));
    });
  }
  if (file !== '-') printLine(`Backed up to ${file}`);
}

async function backupByHolder(file: string, { dataDir }: Config): Promise<void> {
  await writeBackup(file, async (to) => {
    if (await dumpByHolder(dataDir, () => to)) return;
    throw new TransferError('the site stopped during the backup: run this again');
  });
  await recordIfPossible(commandByHolder(dataDir, 'backed-up'));
}

/**
 * The backup is complete even if the site can't record it: its version may be older, or the role
 * read-only.
 */
async function recordIfPossible(noting: Promise<unknown>): Promise<void> {
  await noting.catch((error: unknown) =>
    console.error('The backup is complete, but its time could not be recorded:', messageOf(error)),
  );
}

async function tryRestore(file: string, folder: string): Promise<void> {
  requireOwner(folder);
  const { rows, tables, members, groups, events, newest } = await tryBackup(
    file,
    folder,
    withFolder,
  );
  printLine(
    `${file === '-' ? 'The backup' : file} can be restored: ${rows} rows of ${tables} tables, all checksums correct`,
  );
  printLine(
    `It holds ${members} members, ${groups} groups and ${events} events; the newest row is from ${newest ?? 'no day'}`,
  );
}

/**
 * Checks that a server's database can receive data: the site is stopped and the role is its own.
 */
async function requireFreeServer(client: pg.Client): Promise<void> {
  await requireStopped(client);
  await requireOwnRole(client);
}

async function restore(file: string, config: Config, replace: boolean): Promise<void> {
  const { tables, rows } = await withClient(config, async (client) => {
    if (config.databaseUrl) await requireFreeServer(client);
    return readBackup(client, file, { replace });
  });
  printLine(`Restored ${rows} rows of ${tables} tables from ${file}`);
}

async function moveTo(to: string, config: Config, replace: boolean): Promise<void> {
  if (config.databaseUrl) {
    throw new TransferError(
      'move copies the embedded database: unset DATABASE_URL and name the server with --to',
    );
  }
  requireOwner(config.dataDir);
  const source = await openDatabase({ dataDir: config.dataDir });
  const started = performance.now();
  try {
    const client = await source.db.$client.connect();
    const { rows, tables, resumedAt } = await withServer(to, async (target) => {
      await requireFreeServer(target);
      return move(client, target, { replace, onProgress: progressPrinter() });
    }).finally(() => client.release());
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (resumedAt > 0) printLine(`${resumedAt} rows had already been copied by an earlier run`);
    printLine(`Moved ${rows} rows of ${tables} tables in ${seconds} s, and compared both sides`);
    printLine('Now set DATABASE_URL to that server and start the site');
  } finally {
    await source.close();
  }
}

function progressPrinter(): (now: Progress) => void {
  let last = { table: '', logged: 0 };
  return ({ table, done, total }) => {
    if (table !== last.table) last = { table, logged: 0 };
    if (done < total && done - last.logged < Math.max(rowsPerLogLine, total / 20)) return;
    last.logged = done;
    printLine(`${table}: ${done} of ${total}`);
  };
}

/** Connects to the configured database without migrating it. */
function withClient<T>(config: Config, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return config.databaseUrl
    ? withServer(config.databaseUrl, work)
    : withFolder(config.dataDir, work);
}

async function withFolder<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  requireOwner(dataDir);
  const engine = await openEmbeddedEngine(dataDir);
  try {
    const client = new pg.Client(engine.connection).on('error', () => undefined);
    return await withConnection(await client.connect(), work);
  } finally {
    await engine.close();
  }
}

async function withServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new TransferError('the server must be an address that starts with postgres://');
  }
  return withConnection(await connectByAddress(url), work);
}

async function withConnection<T>(
  client: pg.Client,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Errors that an operator can act on print as one line, all others with their stack. */
function messageOf(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof EmbeddedEngineError) return error.message;
  if (error instanceof TransferError || error instanceof SetupError) return error.message;
  if (error instanceof AddressError) return `the address of the server ${error.message}`;
  if (error instanceof TypeError && 'code' in error && String(error.code).includes('PARSE_ARGS')) {
    return usage;
  }
  const reason = fileReason(error);
  if (reason) return `${capitalise(reason)}. Check the path and its permissions.`;
  if (error instanceof Error && 'code' in error) return `${error.message} (${String(error.code)})`;
  return error;
}
