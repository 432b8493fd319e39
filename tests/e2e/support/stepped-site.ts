// Serves the built site with the demo's data by a clock that stands still until a test sets it.
// The call that sets it answers after all work due by then, emails included: node stepped-site.ts
// <time> [folder]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../../scripts/setup/end-with-parent.mjs';
import { buildApp } from '#server/app.ts';
import { jobs } from '#server/jobs.ts';
import { openMail } from '#server/mail.ts';
import { loadDemo } from '#server/demo/load.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { runDue } from '#platform/jobs/runner.ts';
import { sendDue } from '#platform/mail/worker.ts';
import { productionPages } from '#server/ssr/production.ts';
import { startMailServer } from '#tests/support/smtp.ts';
import { serveMailbox } from './mailbox.ts';

const [, , begin = '', folder] = process.argv;
let now = new Date(begin);
const clock = () => now;
const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'villagehall-stepped-')));
const { db, engine, close } = await openDatabase({ dataDir });
await loadDemo(db, now);
const mail = await startMailServer();
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', SMTP_URL: mail.url });
const app = await buildApp({ db, engine, config, clock, pages: await productionPages() });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
const mailDeps = await openMail({ db, config, clock, log: app.log, origin });

async function show(time: string): Promise<void> {
  now = new Date(time);
  await runDue(jobs, { db, config, clock, log: app.log });
  await sendDue(mailDeps);
  process.send?.({ shown: time });
}

async function stop(): Promise<void> {
  mailDeps.smtp?.close();
  await app.close();
  await close();
  await mail.close();
  await rm(dataDir, { recursive: true });
  process.exit(0);
}

process.on('message', ({ show: time }: { show: string }) => void show(time));
process.once('SIGTERM', () => void stop());
const ready = { origin, mailbox: await serveMailbox(mail) };
process.send?.({ ready });
console.log(`The site is ready at ${origin}`);
