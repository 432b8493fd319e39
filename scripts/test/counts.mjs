import { stripVTControlCharacters } from 'node:util';
import { readIfThere } from '../setup/paths.mjs';

/**
 * Counts the tests in the reporters' file, by the last line of each. A test that began and did not
 * end hangs and has failed; its file doesn't count as well.
 * @returns counts, and `failures`: of each failed test its name and message, and its file and
 * project where they are known
 */
export function countProgress(path) {
  const outcomes = new Map();
  for (const line of (readIfThere(path) ?? '').split('\n').filter(Boolean)) {
    const entry = JSON.parse(line);
    outcomes.set(entry.id, { ...outcomes.get(entry.id), ...entry });
  }
  const all = [...outcomes.values()];
  const inState = (wanted) => all.filter(({ state, running }) => state === wanted && !running);
  const hung = hanging(all.filter(({ running }) => running));
  const failed = inState('failed');
  return {
    passed: inState('passed').length,
    failed: failed.length + hung.length,
    skipped: inState('skipped').length,
    failures: [
      ...failed,
      ...hung.map((test) => ({ ...test, message: 'It had begun and did not end.' })),
    ].map(({ name, message = '', file, project }) => ({ name, message, file, project })),
  };
}

function hanging(running) {
  const tests = running.filter(({ whole }) => !whole);
  const isTold = ({ name }) => tests.some((test) => test.name.startsWith(`${name}: `));
  return [...tests, ...running.filter((each) => each.whole && !isTold(each))];
}

/** A failure's name and the first lines of its message, without the terminal's colours. */
export function summaryOf({ name, message }) {
  const lines = stripVTControlCharacters(message).trim().split('\n').filter(Boolean).slice(0, 6);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
