// Makes an account an admin from the shell: npm run admin -- somebody@example.com
import { email as Email } from '../contract/accounts.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { ConnectionError, openDatabase } from './db/database.ts';
import { EmbeddedEngineError } from './db/embedded/error.ts';
import { makeAdmin } from './identity/mutations.ts';

/** What the operator can do something about, in a line. */
class Refused extends Error {}

try {
  console.log(await run(process.argv.slice(2), readConfig(process.env)));
} catch (error) {
  console.error(error instanceof Refused || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}

/** @throws Refused */
async function run([address, ...more]: string[], config: Config): Promise<string> {
  const { data: email } = Email.safeParse(address);
  if (!email || more.length > 0) {
    throw new Refused('Please give one e-mail address: npm run admin -- somebody@example.com');
  }
  const { db, close } = await openDatabase(config).catch((error: unknown) => {
    throw asRefused(error, email);
  });
  try {
    const made = await makeAdmin(db, email, new Date());
    if (!made) throw new Refused(`No account has the address ${email}: sign up with it first.`);
    const { account, already } = made;
    if (!account.isActive) throw new Refused(`The account of ${email} is suspended.`);
    return `${account.firstName} <${email}> is an admin ${already ? 'already' : 'now'}.`;
  } finally {
    await close();
  }
}

function asRefused(error: unknown, email: string): unknown {
  if (error instanceof EmbeddedEngineError) {
    return new Refused(
      `${error.message} A site that runs can be started again with ADMIN_EMAIL=${email} instead.`,
    );
  }
  if (error instanceof ConnectionError) {
    return new Refused(`DATABASE_URL names a server that takes no connection (${error.message}).`);
  }
  return error;
}
