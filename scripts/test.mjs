// npm test [-- name ...] [-- arguments for the one step named], npm run test:wide [-- name ...]
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ensureModules } from './setup.mjs';
import { runMain } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';
import { duration, SetupError } from './setup/report.mjs';
import { keepFilesInMemory } from './test/memory.mjs';
import { summaryOf } from './test/results.mjs';
import { steps } from './test/steps.mjs';

await runMain(async () => {
  const started = performance.now();
  const { chosen, extra, breadth } = choose(process.argv.slice(2));
  const node = await ensureModules({ dev: true });
  mkdirSync(inRoot('test-results'), { recursive: true });
  keepFilesInMemory();

  const results = await runSteps(chosen, { node, extra, breadth });
  report(results, duration(started));
  if (results.some(({ failed }) => failed > 0)) process.exitCode = 1;
});

/**
 * `npm test` runs each behaviour once (`core`), `--wide` the rest: on the other database, in other
 * sizes and themes. A step with arguments runs everything that they name (`all`).
 */
function choose(args) {
  const split = args.indexOf('--');
  const names = split === -1 ? args : args.slice(0, split);
  const extra = split === -1 ? [] : args.slice(split + 1);
  const wide = names[0] === '--wide';
  if (wide) names.shift();
  const known = wide ? steps.filter((step) => step.wide) : steps;
  const unknown = names.filter((name) => !known.some((step) => step.name === name));
  if (unknown.length > 0) {
    const all = known.map(({ name }) => name).join(', ');
    throw new SetupError(`There is no step called ${unknown.join(', ')}; the steps are ${all}.`);
  }
  const isChosen = ({ name, onlyWide }) =>
    names.length === 0 ? wide || !onlyWide : names.includes(name);
  const chosen = known.filter(isChosen);
  return { chosen, extra, breadth: breadthOf({ wide, extra }) };
}

function breadthOf({ wide, extra }) {
  if (wide) return 'wide';
  return extra.length > 0 ? 'all' : 'core';
}

async function runSteps(chosen, context) {
  const quiet = chosen.filter((step) => step.quiet);
  const rest = chosen.filter((step) => !step.quiet);
  const results = await runQuietly([...quiet], context);
  for (const step of rest) {
    console.log(`\n=== ${step.title}`);
    results.push(await runStep(step, context));
  }
  return chosen.map((step) => results.find(({ name }) => name === step.name));
}

async function runQuietly(queue, context) {
  const results = [];
  const worker = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const result = await runStep(step, context);
      console.log(
        `\n=== ${step.title}: ${result.failed > 0 ? 'FAILED' : 'passed'}, ${result.time}`,
      );
      if (result.failed > 0) console.log(result.output.trimEnd());
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

/** A failed step lets the others run. */
async function runStep(step, context) {
  const started = performance.now();
  const outcome = await step.run(context).catch((error) => {
    if (!step.quiet) console.error(error.message);
    return { passed: 0, failed: 1, skipped: 0, output: error.message };
  });
  return { ...outcome, name: step.name, title: step.title, time: duration(started) };
}

/**
 * Prints failures last, where a long output still shows them, and ends with the counts on a line of
 * their own.
 */
function report(results, time) {
  console.log(`\n=== Summary, ${time} in all`);
  for (const result of results) {
    const { title, failed, time: own } = result;
    const mark = failed > 0 ? 'FAILED' : 'ok    ';
    console.log(`${mark}  ${title.padEnd(20)} ${own.padStart(12)}  ${counted(result)}`);
  }
  for (const failure of results.flatMap(({ failures }) => failures ?? [])) {
    console.log(`\nFAILED  ${summaryOf(failure)}`);
  }
  const unstable = results.flatMap((result) => result.unstable ?? []);
  for (const test of unstable) console.log(`\nUNSTABLE  ${summaryOf(test)}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const all = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  if (unstable.length > 0) {
    console.log(`\n${unstable.length} unstable: failed, and passed at a second try`);
  }
  console.log(`\n${counted(all)}`);
}

function counted({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
