import { stripVTControlCharacters } from 'node:util';
import { readIfThere } from '../setup/paths.mjs';

/**
 * Counts what reporters/ wrote down, line by line: of each test, what was told last. What had begun and not ended hangs,
 * and has failed; of a file that is so, a test that runs says more.
 */
export function countProgress(path) {
  const told = new Map();
  for (const line of (readIfThere(path) ?? '').split('\n').filter(Boolean)) {
    const entry = JSON.parse(line);
    told.set(entry.id, { ...told.get(entry.id), ...entry });
  }
  const all = [...told.values()];
  const inState = (wanted) => all.filter(({ state, running }) => state === wanted && !running);
  const hung = hanging(all.filter(({ running }) => running));
  const failed = inState('failed');
  return {
    passed: inState('passed').length,
    failed: failed.length + hung.length,
    skipped: inState('skipped').length,
    failures: [
      ...failed.map(({ name, message }) => described(name, message)),
      ...hung.map(({ name }) => described(name, 'It had begun and did not end.')),
    ],
  };
}

function hanging(running) {
  const tests = running.filter(({ whole }) => !whole);
  const isTold = ({ name }) => tests.some((test) => test.name.startsWith(`${name}: `));
  return [...tests, ...running.filter((each) => each.whole && !isTold(each))];
}

/** A name and the first lines of what went wrong, without the terminal's colours. */
function described(name, message = '') {
  const lines = stripVTControlCharacters(message).trim().split('\n').filter(Boolean).slice(0, 6);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
