import { fileName, messageOf, tell } from './tell.mjs';

const states = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };

/** Tells of each test as it begins, and what became of it. */
export default class {
  onTestBegin(test) {
    tell({ id: test.id, running: true, ...placed(test) });
  }

  onTestEnd(test, { status, errors }) {
    if (status === 'interrupted') return;
    const message = messageOf(errors);
    tell({ id: test.id, running: false, state: states[test.outcome()], message });
  }

  onError(error) {
    tell({ id: 'error', name: 'outside any test', state: 'failed', message: messageOf([error]) });
  }

  /** The list is printed by a reporter of Playwright's own. */
  printsToStdio() {
    return false;
  }
}

function placed(test) {
  const [, project, , ...titles] = test.titlePath();
  const file = fileName(test.location.file);
  return { project, file, name: `${project && `[${project}] `}${file}: ${titles.join(' > ')}` };
}
