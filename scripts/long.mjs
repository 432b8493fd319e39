// npm run test:long [-- --cases 40000 --rounds 5 --parsers 50000 --pages 5000 --seed 42]
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild, ensureModules } from './setup.mjs';
import { childEnvironment, run, runMain } from './setup/command.mjs';
import { inRoot, modulesFolder } from './setup/paths.mjs';

const { values } = parseArgs({
  options: {
    /** Attempts on the calls, on each database. */
    cases: { type: 'string', default: '20000' },
    /** Runs of each pair of concurrent changes. */
    rounds: { type: 'string', default: '3' },
    /** Texts for each parser. */
    parsers: { type: 'string', default: '20000' },
    /** Addresses of pages, on each database. */
    pages: { type: 'string', default: '2000' },
    /** Searches of each list, on each database. */
    searches: { type: 'string', default: '300' },
    /** Members who get one message while a process dies. */
    recipients: { type: 'string', default: '10000' },
    /** Rushes for the places of an event while a process dies. */
    rushes: { type: 'string', default: '10' },
    /** Seconds of each kind of database outage. */
    away: { type: 'string', default: '30' },
    /** The number of damaged data folders to open. */
    damages: { type: 'string', default: '200' },
    /** Seconds of traffic on one process while its memory is measured. */
    soak: { type: 'string', default: '600' },
    /** A new seed at each run, to explore new cases; passing one repeats a run. */
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});

const files = [
  'fuzzing',
  'parsers',
  'races',
  'strangers',
  'canaries',
  'addresses',
  'search.api',
  'markdown.fuzz',
  'outage',
  'corruption',
  'messages.wide',
  'rush.wide',
];

await runMain(async () => {
  const node = await ensureModules({ dev: true });
  await ensureBuild();
  const { seed } = values;
  const env = {
    ...childEnvironment(node, 'test'),
    FUZZ_CASES: values.cases,
    PARSER_CASES: values.parsers,
    PAGE_CASES: values.pages,
    SEARCH_CASES: values.searches,
    RACE_ROUNDS: values.rounds,
    RECIPIENTS: values.recipients,
    RUSH_ROUNDS: values.rushes,
    OUTAGE_SECONDS: values.away,
    DAMAGES: values.damages,
    FUZZ_SEED: seed,
    RACE_SEED: seed,
  };
  const vitest = join(modulesFolder, 'vitest', 'vitest.mjs');
  console.log(`Seed ${seed}`);
  const tried = await run(node, [vitest, 'run', ...files], { env });
  const onEmbedded = await run(node, [vitest, 'run', '--project', 'embedded'], {
    env: childEnvironment(node, 'test'),
  });
  const soak = [inRoot('tests', 'faults', 'soak.ts'), '--seconds', values.soak];
  const soaked = await run(node, [...soak, '--seed', seed], { env });
  process.exitCode = tried || onEmbedded || soaked;
});
