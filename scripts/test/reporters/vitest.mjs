import { fileName, messageOf, writeProgress } from './progress.mjs';

const running = { running: true };

/** Reports each test's outcome, and files that began but did not end. */
export default class {
  onTestModuleQueued(file) {
    writeProgress({ id: file.id, ...running, whole: true, ...placed(file) });
  }

  onTestModuleEnd(file) {
    writeProgress({ id: file.id, running: false });
    tellOfHooks(file, file.id);
  }

  onTestSuiteResult(suite) {
    tellOfHooks(suite, suite.id);
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    const message = messageOf(errors);
    writeProgress({ id: test.id, running: false, ...placed(test), state, message });
  }

  onTestRunEnd(_files, errors) {
    for (const [at, error] of errors.entries()) {
      const message = messageOf([error]);
      writeProgress({ id: `error ${at}`, name: 'outside any test', state: 'failed', message });
    }
  }
}

/**
 * A hook that fails before or after its tests leaves them skipped, and counts as a failure itself.
 */
function tellOfHooks(suite, id) {
  const errors = suite.errors();
  if (errors.length === 0) return;
  writeProgress({
    id: `${id} hooks`,
    ...placed(suite),
    state: 'failed',
    message: messageOf(errors),
  });
}

function placed({ project, module, moduleId, fullName }) {
  const file = fileName(moduleId ?? module.moduleId);
  const whole = `[${project.name}] ${file}`;
  return { project: project.name, file, name: fullName ? `${whole}: ${fullName}` : whole };
}
