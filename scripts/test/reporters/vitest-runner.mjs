import { TestRunner } from 'vitest';
import { fileName, writeProgress } from './progress.mjs';

/**
 * Reports each test's beginning and end from the process that runs it. Vitest's own reports come a
 * tenth of a second later, and never while the test keeps its process busy.
 */
export default class extends TestRunner {
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    const runs = test.mode === 'run' || test.mode === 'queued';
    writeProgress({
      id: test.id,
      ...placed(test),
      ...(runs ? { running: true } : { state: 'skipped' }),
    });
  }

  /** A test that skips itself ends here. */
  async onAfterRetryTask(test, options) {
    await super.onAfterRetryTask(test, options);
    if (test.result.state === 'skip')
      writeProgress({ id: test.id, running: false, state: 'skipped' });
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    const state = test.result.state === 'pass' ? 'passed' : 'failed';
    writeProgress({ id: test.id, running: false, state });
  }
}

function placed(test) {
  const titles = [test.name];
  for (let { suite } = test; suite; { suite } = suite) titles.unshift(suite.name);
  const project = test.file.projectName ?? '';
  const file = fileName(test.file.filepath);
  return { project, file, name: `[${project}] ${file}: ${titles.join(' > ')}` };
}
