// Runs the site on a demo database of its own until asked to stop: node site.ts embedded|postgres.
// On PostgreSQL two processes take requests in turn.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { day } from '#contract/platform/durations.ts';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import '../../../scripts/setup/end-with-parent.mjs';
import { users } from '#features/base/accounts/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { loadDemo } from '#server/demo/load.ts';
import { maxAttempts } from '#platform/mail/attempts.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { draftsIn } from '#features/events/imports/policy/drafts.ts';
import { followedCalendars, imports } from '#features/events/imports/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { hasWide } from '#tests/support/breadth.ts';
import { startMailServer, type MailServer } from '#tests/support/smtp.ts';
import { LocalStripe } from '#tests/support/stripe.ts';
import { calendarOf, picnic } from '#tests/support/imports.ts';
import { RoundRobin } from '#tests/cluster/proxy.ts';
import { startTestPostgres } from '#tests/postgres/server.ts';
import { serveMailbox } from './mailbox.ts';
import { firstStep, type PreparedFolder } from './own-site.ts';
import { bannedEmail, deadMail, follower, pendingMessages, pendingCommentTexts } from './people.ts';

interface SiteStore {
  dataDir: string;
  databaseUrl: string;
  /** The folder with those that sites of their own begin with, on the embedded database. */
  prepared?: string;
  remove: () => Promise<void>;
}

const main = fileURLToPath(new URL('../../../dist/main/main.js', import.meta.url));
const place = process.argv[2] === 'postgres' ? await onPostgres() : await inFolder();
await inDatabase(place, fill);
run(place, await new LocalStripe().listen(), await startMailServer());

async function inFolder(): Promise<SiteStore> {
  const prepared = await mkdtemp(join(tmpdir(), 'villagehall-e2e-'));
  const folder = (name: PreparedFolder | 'shared') => join(prepared, name);
  const copy = (from: PreparedFolder, to: PreparedFolder | 'shared') =>
    cpSync(folder(from), folder(to), { recursive: true });
  await inDatabase({ dataDir: folder('empty') });
  copy('empty', 'demo');
  await inDatabase({ dataDir: folder('demo') }, (db) => loadDemo(db, new Date()));
  copy('demo', 'shared');
  if (hasWide) {
    copy('empty', 'stepped');
    await inDatabase({ dataDir: folder('stepped') }, (db) => loadDemo(db, firstStep));
  }
  const remove = () => rm(prepared, { recursive: true });
  return { dataDir: folder('shared'), databaseUrl: '', prepared, remove };
}

async function inDatabase(
  where: { dataDir: string; databaseUrl?: string },
  work?: (db: Database) => Promise<unknown>,
): Promise<void> {
  const { db, close } = await openDatabase(where);
  await work?.(db);
  await close();
}

async function onPostgres(): Promise<SiteStore> {
  const server = await startTestPostgres();
  const name = `e2e_${randomBytes(4).toString('hex')}`;
  const url = new URL(server.url);
  const administrator = new pg.Client(url.href);
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${name}`);
  url.pathname = `/${name}`;
  const where = { dataDir: '', databaseUrl: url.href };
  await inDatabase(where, (db) => loadDemo(db, new Date()));
  return {
    ...where,
    remove: async () => {
      await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await administrator.end();
      await server.stop();
    },
  };
}

/**
 * Adds to the demo a banned member, pending comments of theirs and a pending message, a suggestion
 * of a followed calendar, and a failed email.
 */
async function fill(db: Database): Promise<void> {
  await db
    .update(users)
    .set({ isActive: false })
    .where(eq(users.email, cleanText(bannedEmail)));
  await holdComments(db);
  await holdMessages(db);
  await suggestEvents(db);
  await insertDeadEmail(db);
}

/** Rate limits are off here, and so are the limits on spam. */
async function holdComments(db: Database): Promise<void> {
  const [author] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, cleanText(bannedEmail)));
  const [first] = await db
    .select({ eventId: comments.eventId })
    .from(comments)
    .orderBy(comments.id)
    .limit(1);
  if (!author || !first) throw new Error('the demo has no such member, or no comment');
  await db.insert(heldComments).values(
    Object.values(pendingCommentTexts).map((content) => ({
      id: sql`nextval(pg_get_serial_sequence('comments', 'id'))`,
      ...first,
      userId: author.id,
      content: cleanText(content),
      print: content,
      createdAt: new Date(),
    })),
  );
}

async function holdMessages(db: Database): Promise<void> {
  const { group: name, ...held } = pendingMessages;
  const [group] = await db
    .select({ groupId: groups.id, sentById: groups.createdById })
    .from(groups)
    .where(eq(groups.name, cleanText(name)));
  if (!group) throw new Error('the demo has no such group');
  const at = new Date();
  const rows = Object.values(held).map(({ subject, text }) => ({
    ...group,
    subject,
    text,
    audience: 'members' as const,
    asksForDonations: false,
    state: 'held' as const,
    print: text,
    recipients: 32,
    sendsAt: at,
    createdAt: at,
  }));
  await db.insert(messages).values(cleanTexts(rows));
}

async function suggestEvents(db: Database): Promise<void> {
  const [group] = await db
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.name, cleanText(follower.group)));
  if (!group) throw new Error('the demo has no such group');
  const now = new Date();
  const url = 'https://calendar.example/knitting.ics';
  // Due tomorrow, so that no job reads it.
  const dueAt = new Date(now.getTime() + day);
  await db.insert(followedCalendars).values(cleanTexts({ groupId: group.id, url, dueAt }));
  const entries = draftsIn(calendarOf(picnic), now);
  await db.insert(imports).values({ groupId: group.id, suggested: true, entries, createdAt: now });
}

async function insertDeadEmail(db: Database): Promise<void> {
  const at = new Date();
  const kind = 'group_deleted';
  const recipientEmail = cleanText('sketcher@example.com');
  const lastError = cleanText('connect ECONNREFUSED 192.0.2.1:587');
  const failure = { attempts: maxAttempts, lastError };
  const [effect] = await db
    .insert(outbox)
    .values({
      kind,
      recipientEmail,
      payload: { name: 'Shoreham Sketchers', coming: 0 },
      ...failure,
      dueAt: at,
      deadAt: at,
      createdAt: at,
    })
    .returning({ id: outbox.id });
  await db.insert(mails).values({
    effectId: effect?.id ?? 0,
    kind,
    recipient: recipientEmail,
    subject: cleanText(deadMail),
    state: 'dead',
    ...failure,
    createdAt: at,
  });
}

function run(
  { databaseUrl, dataDir, prepared, remove }: SiteStore,
  stripe: LocalStripe,
  mail: MailServer,
): void {
  const payments = stripe.settings();
  const settings = {
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: '',
    SITE_NAME: '',
    SUPPORT_EMAIL: '',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'true',
    RATE_LIMITS: 'off',
    SMTP_URL: mail.url,
    STRIPE_SECRET_KEY: payments.secretKey,
    STRIPE_PUBLISHABLE_KEY: payments.publishableKey,
    STRIPE_WEBHOOK_SECRET: payments.webhookSecret,
    STRIPE_API_BASE: payments.apiBase,
  };
  const processes = Array.from({ length: databaseUrl ? 2 : 1 }, () => startProcess(settings));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => processes.forEach(({ child }) => child.kill(signal)));
  }
  const codes = Promise.all(processes.map(({ ended }) => ended));
  void codes.then(([code]) => remove().finally(() => process.exit(code ?? 0)));
  void announce(
    processes.map(({ address }) => address),
    serveMailbox(mail),
    prepared,
  );
}

/**
 * With one process, its address is the site's; with several, a balancer sends requests to them in
 * turn.
 */
async function announce(
  addresses: Promise<string>[],
  mailbox: Promise<string>,
  prepared: string | undefined,
): Promise<void> {
  const [only, ...others] = await Promise.all(addresses);
  const proxy = new RoundRobin();
  for (const address of [only ?? '', ...others]) proxy.add(address);
  const address = others.length > 0 ? await proxy.listen() : only;
  const folders = prepared
    ? `, folders for others in ${prepared} from ${firstStep.toISOString()}`
    : '';
  console.log(`The site is ready at ${address}, its mail at ${await mailbox}${folders}`);
}

function startProcess(settings: Record<string, string | undefined>) {
  // The channel closes when this process ends, however it ends.
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const address = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      const [, found] = / is ready at (http:\S+)$/.exec(line) ?? [];
      if (found) resolve(found);
    });
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', (code) => {
      resolve(code);
    });
  });
  return { child, address, ended };
}
