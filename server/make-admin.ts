// From the shell: npm run admin -- somebody@example.com makes an account an admin, and
// npm run admin -- --link somebody@example.com prints links for its owner.
import { email as Email } from '../contract/accounts.ts';
import { ConfigError, originOf, readConfig, type Config } from './platform/config.ts';
import { ConnectionError, openDatabase, type Database } from './platform/db/database.ts';
import { linksByHolder } from './platform/db/embedded/control.ts';
import { EmbeddedEngineError } from './platform/db/embedded/error.ts';
import { makeAdmin } from './features/sign-in/mutations/sign-in.ts';
import { linksInWords, OperatorError } from './operator-links.ts';

// What is written holds members' data: it is for the operator alone.
process.umask(0o077);

try {
  console.log(await run(process.argv.slice(2), readConfig(process.env)));
} catch (error) {
  const isPlain = error instanceof OperatorError || error instanceof ConfigError;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}

/** @throws OperatorError */
async function run(args: string[], config: Config): Promise<string> {
  const links = args[0] === '--link';
  const [address, ...more] = links ? args.slice(1) : args;
  const { data: email } = Email.safeParse(address);
  if (!email || more.length > 0) {
    throw new OperatorError(
      `Please give one e-mail address: npm run admin -- ${links ? '--link ' : ''}somebody@example.com`,
    );
  }
  return links ? linksFor(email, config) : withDatabase(config, email, (db) => promote(db, email));
}

async function promote(db: Database, email: string): Promise<string> {
  const made = await makeAdmin(db, email, new Date());
  if (!made) throw new OperatorError(`No account has the address ${email}: sign up with it first.`);
  const { account, already } = made;
  if (!account.isActive) throw new OperatorError(`The account of ${email} is suspended.`);
  return `${account.firstName} <${email}> is an admin ${already ? 'already' : 'now'}.`;
}

/** A site that runs on the embedded database makes them itself: nobody else may open its folder. */
async function linksFor(email: string, config: Config): Promise<string> {
  const made = config.databaseUrl ? undefined : await askSite(email, config);
  const from = { origin: originOf(config), now: new Date() };
  return made ?? withDatabase(config, email, (db) => linksInWords(db, email, from));
}

function askSite(email: string, { dataDir }: Config): Promise<string | undefined> {
  return linksByHolder(dataDir, email).catch((error: unknown) => {
    throw error instanceof EmbeddedEngineError ? new OperatorError(error.message) : error;
  });
}

async function withDatabase<T>(
  config: Config,
  email: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase(config).catch((error: unknown) => {
    throw asOperatorError(error, email);
  });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

function asOperatorError(error: unknown, email: string): unknown {
  if (error instanceof EmbeddedEngineError) {
    return new OperatorError(
      `${error.message} A site that runs can be started again with ADMIN_EMAIL=${email} instead.`,
    );
  }
  if (error instanceof ConnectionError) {
    return new OperatorError(
      `DATABASE_URL names a server that takes no connection (${error.message}).`,
    );
  }
  return error;
}
