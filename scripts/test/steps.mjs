import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '../setup/command.mjs';
import { ensureBuild } from '../setup.mjs';
import { inRoot, modulesFolder, readJson } from '../setup/paths.mjs';
import { countsOf, playwrightTests, vitestTests } from './results.mjs';
import { runUntilSilent, silence } from './until-silent.mjs';

const pass = { passed: 1, failed: 0, skipped: 0 };
const fail = { passed: 0, failed: 1, skipped: 0 };

/**
 * The steps in the order of the report. Quiet ones print only when they fail, `wide` ones run more
 * in `npm run test:wide`, and `onlyWide` ones run only there or by name.
 */
export const steps = [
  // One reading of all sources checks both the rules that need types and the compiler's errors.
  check('types', 'Types and lint', () => [
    tool('oxlint'),
    '--type-aware',
    '--type-check',
    '--deny-warnings',
  ]),
  { name: 'build', title: 'Build', quiet: true, run: () => ensureBuild().then(() => pass) },
  check('structure', 'Structure', () => [inRoot('scripts', 'check-structure.mjs')]),
  check('patterns', 'Patterns', () => [inRoot('scripts', 'check-patterns.mjs')]),
  check('supply', 'Supply chain', () => [inRoot('scripts', 'supply-chain.mjs')]),
  check('format', 'Format', () => [tool('oxfmt'), '--check']),
  { name: 'unit', title: 'Unit and API tests', wide: true, run: runVitest },
  browser('ui', 'Style guide'),
  { ...browser('visual', 'Key screens'), onlyWide: true },
  browser('e2e', 'Browser tests'),
];

function check(name, title, command) {
  const runCheck = async ({ node, extra }) => {
    const env = childEnvironment(node);
    const result = await runUntilSilent(node, [...command(), ...extra], { env });
    const output = result.silent ? `${result.output}\n${silence}` : result.output;
    const failed = result.silent || result.code !== 0;
    return { ...(failed ? fail : pass), output };
  };
  return { name, title, quiet: true, run: runCheck };
}

function browser(name, title) {
  return { name, title, wide: true, run: (context) => runPlaywright(context, name) };
}

async function runVitest({ node, extra, breadth }) {
  const report = freshReport('unit');
  const reporters = ['default', inRoot('scripts', 'test', 'unfinished.mjs'), 'json'];
  const settings = [
    ...reporters.map((name) => `--reporter=${name}`),
    `--outputFile.json=${report}`,
    `--retry=${retries(breadth)}`,
  ];
  // Vitest's own process opens the embedded engine for a moment. Node 24.21 has crashed while V8
  // optimised that code and freed the first version (`UnregisterWasmAllocation`), so V8 keeps both.
  const args = ['--liftoff-only', tool('vitest'), 'run', ...settings, ...extra];
  const env = { ...childEnvironment(node, 'test'), ...runnerSettings(breadth) };
  const result = await runUntilSilent(node, args, { env, write });
  return verdict(result, report, vitestTests);
}

/** @param suite a folder under tests/ with a configuration; the browser journeys use the root's */
async function runPlaywright({ node, extra, breadth }, suite) {
  await ensureBuild();
  const report = freshReport(suite);
  const config = suite === 'e2e' ? [] : ['--config', inRoot('tests', suite)];
  // Playwright empties its output folder first, so each suite has its own.
  const output = inRoot('test-results', `${suite}-output`);
  const settings = ['--reporter=list,json', '--output', output, `--retries=${retries(breadth)}`];
  const command = [tool('@playwright/test', 'playwright'), 'test'];
  const env = {
    ...childEnvironment(node),
    ...runnerSettings(breadth),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const args = [...command, ...config, ...settings, ...extra];
  return verdict(await runUntilSilent(node, args, { env, write }), report, playwrightTests);
}

const write = (text) => process.stdout.write(text);

/** `npm test` has no second try: it says at once that a test is unstable. */
const retries = (breadth) => (breadth === 'wide' ? 1 : 0);

/**
 * The environment of a runner and its children, and the folders in which Node.js and Playwright
 * cache compiled code.
 */
const runnerSettings = (breadth) => ({
  TEST_BREADTH: breadth,
  NODE_COMPILE_CACHE: inRoot('test-results', 'compiled', 'node'),
  PWTEST_CACHE_DIR: inRoot('test-results', 'compiled', 'playwright'),
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
});

/** A runner that failed, or ran nothing, without reporting a failed test, counts as one failure. */
function verdict({ code, silent }, report, testsIn) {
  const counts = countsOf(existsSync(report) ? testsIn(report) : []);
  const ranNone = counts.passed + counts.failed === 0;
  const reason = silent ? silence : ranNone ? 'No test ran.' : `It ended with code ${code}.`;
  if (silent) console.log(`\n${silence}`);
  if (counts.failed > 0 || (code === 0 && !silent && !ranNone)) return counts;
  return { ...counts, failed: 1, failures: [{ name: reason, message: '' }] };
}

function freshReport(name) {
  const path = join(process.env.TEST_RESULTS ?? inRoot('test-results'), `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** The script behind a package's command; links in .bin differ by platform and may be absent. */
function tool(packageName, command = packageName) {
  const folder = join(modulesFolder, packageName);
  return join(folder, readJson(join(folder, 'package.json')).bin[command]);
}
