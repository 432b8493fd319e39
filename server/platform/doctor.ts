import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { second } from '#contract/platform/durations.ts';
import { z } from 'zod';
import { linkOrigin, type Config } from './config.ts';
import { serversOf } from './db/address.ts';
import { fetchWithin, textOf } from './fetch/fetch-within.ts';
import { withDeadline } from './process/deadline.ts';
import { errorCode, migrationsFolder } from './db/database.ts';
import { reasonOf } from './db/refusals.ts';
import { connectTo } from './db/servers.ts';
import { unreadReports } from './mail/bounce-mailbox.ts';
import { listenProblem } from './process/listening.ts';
import { memoryLimit, memoryWarning } from './process/memory.ts';
import { requireOwner, nearestFolder } from './db/embedded/folder.ts';

/** The outcome of one check. A problem says what to do about it. */
export interface Finding {
  isProblem: boolean;
  text: string;
}

const fineFinding = (text: string): Finding => ({ isProblem: false, text });
const problemFinding = (text: string): Finding => ({ isProblem: true, text });

/**
 * Checks what a site needs from its machine, its database and its mail server, in this order. No
 * check of another server takes longer than `longestMs`.
 */
export async function* examineSite(
  config: Config,
  longestMs = 20 * second,
): AsyncGenerator<Finding> {
  yield fineFinding(`Node.js ${process.versions.node}`);
  yield await checkPort(config, longestMs);
  yield checkMemory(config);
  if (config.databaseUrl) yield* checkServer(config.databaseUrl, longestMs);
  else yield* checkFolder(resolve(config.dataDir));
  yield await checkClock();
  yield await checkMailServer(config.smtpUrl, longestMs);
  if (config.bounceMailbox) yield await checkBounceMailbox(config.bounceMailbox, longestMs);
  yield await checkName(config.publicOrigin, longestMs);
}

async function checkPort(config: Config, longestMs: number): Promise<Finding> {
  const { host, port } = config;
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    if (await isRunning(config, Math.min(longestMs, siteAnswersMs))) {
      return fineFinding(`The site is already running on PORT ${port}`);
    }
    return problemFinding(
      listenProblem(error, { host, port }) ?? `PORT ${port}: ${reasonOf(error)}`,
    );
  }
  server.close();
  return fineFinding(`PORT ${port} on ${host} is free`);
}

/** The site answers on this machine at once; whatever else holds its port may never answer. */
const siteAnswersMs = 2 * second;

const Health = z.object({ status: z.literal('alive'), version: z.string() });

/** Tells whether the site itself has the port. */
async function isRunning({ host, port }: Config, longestMs: number): Promise<boolean> {
  try {
    const url = `${linkOrigin({ publicOrigin: undefined, host, port })}/healthz`;
    return await fetchWithin(
      longestMs,
      url,
      {},
      async (answer) => Health.safeParse(JSON.parse(await textOf(answer))).success,
    );
  } catch {
    return false;
  }
}

function checkMemory(config: Config): Finding {
  const bytes = memoryLimit();
  const warning = memoryWarning(config, bytes);
  return warning
    ? problemFinding(warning)
    : fineFinding(`${(bytes / 1024 ** 3).toFixed(1)} GB of memory`);
}

/** The room that a first start needs, with some for the first months. */
const neededBytes = 1024 ** 3;

async function* checkFolder(folder: string): AsyncGenerator<Finding> {
  const existing = nearestFolder(folder);
  try {
    requireOwner(folder);
  } catch (error) {
    yield problemFinding(reasonOf(error));
    return;
  }
  try {
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    yield problemFinding(
      `DATA_DIR ${folder}: this user can't write to ${existing}. Run as its owner, or choose another folder.`,
    );
    return;
  }
  yield fineFinding(`DATA_DIR ${folder} can be written`);
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const gigabytes = (free / 1024 ** 3).toFixed(1);
  yield free < neededBytes
    ? problemFinding(`The disk of DATA_DIR has ${gigabytes} GB left. Make at least 1 GB free.`)
    : fineFinding(`${gigabytes} GB of disk are free`);
}

const oldestVersion = 150_000;
const clockTolerance = 5 * second;

async function* checkServer(url: string, longestMs: number): AsyncGenerator<Finding> {
  try {
    const facts = await withDeadline({ longestMs }, (signal) => factsOf(url, longestMs, signal));
    if (facts) yield* readFacts(facts);
  } catch (error) {
    yield problemFinding(
      `DATABASE_URL: no connection (${reasonOf(error)}). Check that PostgreSQL runs there, and the user, password and database.`,
    );
  }
}

async function factsOf(url: string, connectionTimeoutMillis: number, signal: AbortSignal) {
  const { client } = await connectTo(serversOf(url), { connectionTimeoutMillis });
  signal.addEventListener('abort', () => void client.end().catch(() => undefined));
  const { rows } = await client.query<ServerFacts>(serverFacts);
  return rows[0];
}

interface ServerFacts {
  version: number;
  name: string;
  owns: boolean;
  trigrams: boolean;
  milliseconds: number;
}

const serverFacts = `
  SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_version') AS name,
    pg_has_role(datdba, 'MEMBER') AS owns,
    EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS trigrams,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS milliseconds
  FROM pg_database WHERE datname = current_database()`;

function* readFacts(facts: ServerFacts): Generator<Finding> {
  yield facts.version < oldestVersion
    ? problemFinding(`PostgreSQL ${facts.name} is too old. Use 15 or newer.`)
    : fineFinding(`PostgreSQL ${facts.name} answers`);
  yield facts.owns || facts.trigrams
    ? fineFinding('The database user may make what the site needs')
    : problemFinding(
        'The database user does not own the database, so the site cannot make the pg_trgm extension. Make it the owner: ALTER DATABASE … OWNER TO ….',
      );
  const apart = Math.abs(facts.milliseconds - Date.now());
  yield apart > clockTolerance
    ? problemFinding(
        `The clocks of this machine and PostgreSQL are ${Math.round(apart / second)} s apart. Set both by NTP (timedatectl set-ntp true).`,
      )
    : fineFinding('Its clock agrees with this machine’s');
}

/** A clock before the newest migration was written is certainly wrong. */
async function checkClock(): Promise<Finding> {
  const journal = JSON.parse(
    await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  ) as { entries: { when: number }[] };
  const newest = Math.max(...journal.entries.map(({ when }) => when));
  const now = new Date();
  return now.getTime() < newest
    ? problemFinding(
        `The clock says ${now.toISOString()}, which is before this version was made. Set it by NTP (timedatectl set-ntp true).`,
      )
    : fineFinding(`The clock says ${now.toISOString()}`);
}

/** Connects and signs in as for an email, and sends none. */
async function checkMailServer(url: string | undefined, longestMs: number): Promise<Finding> {
  if (!url)
    return fineFinding(
      'SMTP_URL is not set: emails are kept for admins to read, and nobody gets any',
    );
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: 10 * second, greetingTimeout: 10 * second };
  const transport = createTransport({ url, ...limits });
  try {
    await withDeadline({ longestMs }, () => transport.verify());
    return fineFinding('The mail server answers and accepts the sign-in');
  } catch (error) {
    return problemFinding(mailFix(errorCode(error)));
  } finally {
    transport.close();
  }
}

function mailFix(code: string | undefined): string {
  if (code === 'EAUTH')
    return 'SMTP_URL: the mail server refused the name or password. Check them with your mail provider.';
  if (code === 'EDNS')
    return 'SMTP_URL: the name of the mail server has no address. Check how it is spelt.';
  if (code === 'ETLS')
    return 'SMTP_URL: no encrypted connection. Use smtps:// for port 465, and smtp:// for port 587.';
  return `SMTP_URL: the mail server does not answer (${code || 'no reason given'}). Check its name and port, and that your host allows outgoing mail.`;
}

/** Signs in and looks for a report, which stays unread. */
async function checkBounceMailbox(mailbox: string, longestMs: number): Promise<Finding> {
  const reports = unreadReports(mailbox, longestMs);
  try {
    await reports.next();
    return fineFinding('The mailbox of bounces can be read');
  } catch (error) {
    return problemFinding(
      `${String(error).replace(/^Error: /, '')}. Check its name, password and folder.`,
    );
  } finally {
    await reports.return(undefined);
  }
}

async function checkName(origin: string | undefined, longestMs: number): Promise<Finding> {
  if (!origin) return fineFinding('PUBLIC_URL is not set: the site is for this machine');
  const { hostname } = new URL(origin);
  try {
    const name = hostname.replace(/^\[|\]$/g, '');
    const addresses = await withDeadline({ longestMs }, () => lookup(name, { all: true }));
    return fineFinding(
      `${hostname} leads to ${addresses.map(({ address }) => address).join(', ')}`,
    );
  } catch {
    return problemFinding(
      `PUBLIC_URL: ${hostname} has no address. Add an A or AAAA record at your domain's provider.`,
    );
  }
}
