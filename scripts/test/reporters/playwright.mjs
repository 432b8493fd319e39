import { fileName, messageOf, writeProgress } from './progress.mjs';

const states = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };

/** Reports each test's beginning and outcome. */
export default class {
  onTestBegin(test) {
    writeProgress({ id: test.id, running: true, ...placed(test) });
  }

  onTestEnd(test, { status, errors }) {
    if (status === 'interrupted') return;
    const message = messageOf(errors);
    writeProgress({ id: test.id, running: false, state: states[test.outcome()], message });
  }

  onError(error) {
    writeProgress({
      id: 'error',
      name: 'outside any test',
      state: 'failed',
      message: messageOf([error]),
    });
  }

  /** Playwright's own reporter prints the list. */
  printsToStdio() {
    return false;
  }
}

function placed(test) {
  const [, project, , ...titles] = test.titlePath();
  const file = fileName(test.location.file);
  return { project, file, name: `${project && `[${project}] `}${file}: ${titles.join(' > ')}` };
}
