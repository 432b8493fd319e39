import { stripVTControlCharacters } from 'node:util';

/** What Vitest's JSON report counts; a file that failed to load counts as one failed test. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map(({ name, message }) => described(name, message)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) =>
            described(`${name}: ${fullName}`, failureMessages.join('\n')),
          ),
      ),
    ],
  };
}

/** What Playwright's JSON report counts; an error outside any test counts as one failed test. */
export function countPlaywright({ stats, suites, errors = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => described('outside any test', message)),
      ...suites.flatMap(unexpectedIn),
    ],
  };
}

function unexpectedIn({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const error = results.findLast((result) => result.error)?.error;
      return described(`${file}: ${title}`, error?.message);
    });
  return [...own, ...suites.flatMap(unexpectedIn)];
}

/** A name and the first lines of what went wrong, without the terminal's colours. */
function described(name, message = '') {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, 6);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
