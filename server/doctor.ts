// From the shell: npm run doctor says whether this machine can run the site, and what to change.
import { ConfigError, readConfig, configWarnings, type Config } from './platform/config.ts';
import { examineSite, type Finding } from './platform/doctor.ts';

let problemCount = 0;

function printFinding({ isProblem, text }: Finding): void {
  if (isProblem) problemCount += 1;
  console.log(`${isProblem ? 'PROBLEM' : 'ok     '}  ${text}`);
}

/** Wrong settings are a problem by themselves, and the other checks need right ones. */
function configOrProblem(): Config | undefined {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    printFinding({ isProblem: true, text: error.message });
    return undefined;
  }
}

const config = configOrProblem();
if (config) {
  for await (const finding of examineSite(config)) printFinding(finding);
  for (const warning of configWarnings(config, Object.keys(process.env))) {
    console.log(`note     ${warning}`);
  }
}
console.log(problemCount === 0 ? '\nThe site can start.' : `\n${problemCount} to put right.`);
// A server that was given up on may still hold a connection.
process.exit(problemCount === 0 ? 0 : 1);
