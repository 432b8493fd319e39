import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { capture, childEnvironment, run } from '../setup/command.mjs';
import { ensureBuild } from '../setup.mjs';
import { inRoot, modulesFolder, readJson } from '../setup/paths.mjs';
import { countPlaywright, countVitest } from './counts.mjs';

/** No step takes this long in earnest: what does hangs, and is reported as failed. */
const longest = 20 * 60_000;

const pass = { passed: 1, failed: 0, skipped: 0 };
const fail = { passed: 0, failed: 1, skipped: 0 };

/** In the order of the report; quiet ones print only when they fail. */
export const steps = [
  check('types', 'Types', () => [tool('typescript', 'tsc'), '--noEmit']),
  check('structure', 'Structure', () => [inRoot('scripts', 'check-structure.mjs')]),
  check('patterns', 'Patterns', () => [inRoot('scripts', 'check-patterns.mjs')]),
  check('supply', 'Supply chain', () => [inRoot('scripts', 'supply-chain.mjs')]),
  check('lint', 'Lint', () => [tool('oxlint'), '--type-aware', '--deny-warnings']),
  check('format', 'Format', () => [tool('oxfmt'), '--check']),
  { name: 'build', title: 'Build', run: () => ensureBuild().then(() => pass) },
  { name: 'unit', title: 'Unit and API tests', run: runVitest },
  { name: 'ui', title: 'Style guide', run: (context) => runPlaywright(context, 'ui') },
  { name: 'visual', title: 'Key screens', run: (context) => runPlaywright(context, 'visual') },
  { name: 'e2e', title: 'Browser tests', run: (context) => runPlaywright(context, 'e2e') },
];

/** What is told of a quiet step that passed, too. */
const notice = /^(?:NOT CHECKED|KNOWN WEAKNESS).*$/gm;

function check(name, title, command) {
  const runCheck = async ({ node, extra }) => {
    const env = childEnvironment(node);
    const { code, output } = await capture(node, [...command(), ...extra], { env });
    return { ...(code === 0 ? pass : fail), output, notices: output.match(notice) ?? [] };
  };
  return { name, title, quiet: true, run: runCheck };
}

async function runVitest({ node, extra }) {
  const report = freshReport('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(node, [tool('vitest'), 'run', ...reporters, ...extra], {
    env: childEnvironment(node, 'test'),
    timeout: longest,
  });
  return verdict(code, report, countVitest);
}

/** @param suite the folder under tests/ whose configuration is meant; the browser journeys have the root's */
async function runPlaywright({ node, extra }, suite) {
  await ensureBuild();
  const report = freshReport(`${suite}.json`);
  const config = suite === 'e2e' ? [] : ['--config', inRoot('tests', suite)];
  // Playwright empties its output folder first: it gets one of its own.
  const output = inRoot('test-results', `${suite}-output`);
  const args = ['test', ...config, '--reporter=list,json', '--output', output];
  const code = await run(node, [tool('@playwright/test', 'playwright'), ...args, ...extra], {
    env: { ...childEnvironment(node), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeout: longest,
  });
  return verdict(code, report, countPlaywright);
}

/** A runner that failed, or ran nothing, without a failed test to show for it counts as one. */
function verdict(code, report, count) {
  const counts = existsSync(report) ? count(readJson(report)) : { ...fail, failed: 0 };
  const ranNone = counts.passed + counts.failed === 0;
  if (ranNone) console.error('No test ran.');
  if (counts.failed === 0 && (code !== 0 || ranNone)) return { ...counts, failed: 1 };
  return counts;
}

function freshReport(name) {
  const path = inRoot('test-results', name);
  rmSync(path, { force: true });
  return path;
}

/** The script behind a package's command; links in .bin differ by platform and may be absent. */
function tool(packageName, command = packageName) {
  const folder = join(modulesFolder, packageName);
  return join(folder, readJson(join(folder, 'package.json')).bin[command]);
}
