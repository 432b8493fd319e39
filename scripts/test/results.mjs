import { stripVTControlCharacters } from 'node:util';
import { relative } from 'node:path';
import { readJson, root } from '../setup/paths.mjs';

/**
 * Reads the tests in Vitest's report. A file that failed beside its tests, by its hooks or because
 * its process ended, counts as one test.
 */
export const vitestTests = (path) =>
  readJson(path).testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults.map(({ ancestorTitles, title, failureMessages, ...test }) => ({
      name: nameOf(file, [...ancestorTitles, title]),
      message: failureMessages.join('\n'),
      state: test.status === 'passed' && failureMessages.length > 0 ? 'unstable' : test.status,
    }));
    const isExplained = status === 'passed' || tests.some(({ state }) => state === 'failed');
    return isExplained ? tests : [...tests, { name: nameOf(file, []), message, state: 'failed' }];
  });

const playwrightStates = { expected: 'passed', unexpected: 'failed', flaky: 'unstable' };

/** Reads the tests in Playwright's report. */
export function playwrightTests(path) {
  const { suites, errors, config } = readJson(path);
  const outside = errors.map(({ message }) => ({
    name: 'outside any test',
    message,
    state: 'failed',
  }));
  return [...outside, ...suites.flatMap((suite) => testsOf(suite, [], config.rootDir))];
}

function testsOf({ file, title, specs, suites = [] }, above, folder) {
  // The outermost suite is the file.
  const titles = above.length === 0 && title === file ? [] : [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }) => ({
      name: `${projectName && `[${projectName}] `}${nameOf(`${folder}/${file}`, [...titles, spec.title])}`,
      message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      state: playwrightStates[status] ?? status,
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, titles, folder))];
}

function nameOf(file, titles) {
  const path = relative(root, file).replaceAll('\\', '/');
  return titles.length > 0 ? `${path}: ${titles.join(' > ')}` : path;
}

/** Counts tests; one that passed at its second try has passed, and is named. */
export function countsOf(tests) {
  const inState = (...wanted) => tests.filter(({ state }) => wanted.includes(state));
  return {
    passed: inState('passed', 'unstable').length,
    failed: inState('failed').length,
    skipped: inState('skipped', 'pending', 'todo').length,
    failures: inState('failed'),
    unstable: inState('unstable'),
  };
}

/** A test's name and the first lines of its message, without stack and colours. */
export function summaryOf({ name, message }) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !/^\s*(?:at .*)?$/.test(line));
  return [name, ...lines.slice(0, 6).map((line) => `    ${line}`)].join('\n');
}
