// From the shell: npm run doctor says whether this machine can run the site, and what to change.
import { ConfigError, readConfig, configWarnings, type Config } from './platform/config.ts';
import { examine, type Finding } from './platform/doctor.ts';

let problems = 0;

function print({ isProblem, text }: Finding): void {
  if (isProblem) problems += 1;
  console.log(`${isProblem ? 'PROBLEM' : 'ok     '}  ${text}`);
}

/** Wrong settings are a problem by themselves, and the other checks need right ones. */
function settings(): Config | undefined {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    print({ isProblem: true, text: error.message });
    return undefined;
  }
}

const config = settings();
if (config) {
  for await (const finding of examine(config)) print(finding);
  for (const warning of configWarnings(config, Object.keys(process.env))) {
    console.log(`note     ${warning}`);
  }
}
console.log(problems === 0 ? '\nThe site can start.' : `\n${problems} to put right.`);
// A server that was given up on may still hold a connection.
process.exit(problems === 0 ? 0 : 1);
