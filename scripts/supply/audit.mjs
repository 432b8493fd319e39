import { capture } from '../setup/command.mjs';

/** Known vulnerabilities that don't reach the site, by number, with the reason. */
const argued = new Map();

const patienceMs = 20_000;

/**
 * Asks the registry for known vulnerabilities. Returns the open ones, a line each, or the reason
 * that the check failed, since a test must not fail without a network.
 */
export async function audit() {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0'];
  const { output } = await capture('npm', args, {
    shell: process.platform === 'win32',
    timeout: patienceMs,
  }).catch((error) => ({ output: error.message }));
  const report = parse(output);
  if (!report?.vulnerabilities) {
    return { notChecked: report?.message ?? 'the registry did not answer', weaknesses: [] };
  }
  return { weaknesses: weaknessesIn(report) };
}

/** npm prints warnings to the same stream; the report is the part between the braces. */
function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

export function weaknessesIn({ vulnerabilities }, isArgued = (id) => argued.has(id)) {
  return Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((each) => typeof each === 'object')
      .map(({ url, title, severity }) => ({ id: url.split('/').at(-1), title, severity }))
      .filter(({ id }) => !isArgued(id))
      .map(({ id, title, severity }) => `${name}: ${severity}, ${title} (${id})`),
  );
}
