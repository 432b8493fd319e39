// From the shell: `npm run admin -- somebody@example.com` makes an account an admin. `npm run admin
// -- --link somebody@example.com` prints links for its owner.
import { Email } from '#contract/platform/email-address.ts';
import { ConfigError, linkOrigin, readConfig, type Config } from './platform/config.ts';
import { ConnectionError, openDatabase, type Database } from './platform/db/database.ts';
import { commandByHolder, type Command } from './platform/db/embedded/control.ts';
import { EmbeddedEngineError } from './platform/db/embedded/error.ts';
import { describeAdmin, describeLinks, OperatorError } from './operator-commands.ts';

// The files contain members' data, so only the operator may read them.
process.umask(0o077);

try {
  console.log(await runCommand(process.argv.slice(2), readConfig(process.env)));
} catch (error) {
  const isPlain = error instanceof OperatorError || error instanceof ConfigError;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}

/** @throws OperatorError */
async function runCommand(args: string[], config: Config): Promise<string> {
  const links = args[0] === '--link';
  const [address, ...more] = links ? args.slice(1) : args;
  const { data: email } = Email.safeParse(address);
  if (!email || more.length > 0) {
    throw new OperatorError(
      `Please give one e-mail address: npm run admin -- ${links ? '--link ' : ''}somebody@example.com`,
    );
  }
  const here = (db: Database) =>
    links
      ? describeLinks(db, email, linkOrigin(config), new Date())
      : describeAdmin(db, email, new Date());
  const bySite = await askSite(config, links ? 'links' : 'admin', email);
  return bySite ?? withDatabase(config, here);
}

/** A running site with the embedded database does it itself: nobody else may open its folder. */
async function askSite(
  { databaseUrl, dataDir }: Config,
  command: Command,
  email: string,
): Promise<string | undefined> {
  if (databaseUrl) return undefined;
  return commandByHolder(dataDir, command, email).catch((error: unknown) => {
    throw error instanceof EmbeddedEngineError ? new OperatorError(error.message) : error;
  });
}

async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(config).catch((error: unknown) => {
    throw asOperatorError(error);
  });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

function asOperatorError(error: unknown): unknown {
  if (error instanceof EmbeddedEngineError) return new OperatorError(error.message);
  if (error instanceof ConnectionError) {
    return new OperatorError(
      `DATABASE_URL names a server that can't be reached (${error.message}). Check that it is running, and its address.`,
    );
  }
  return error;
}
