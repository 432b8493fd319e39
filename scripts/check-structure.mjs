// Checks the rules of docs/architecture.md: which way imports go, what a slice is made of, how long a file gets,
// and what a migration may do.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { migrationProblems } from './structure/migrations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const slices = [
  'events',
  'groups',
  'membership',
  'rsvps',
  'comments',
  'accounts',
  'identity',
  'donations',
  'admin',
  'analytics',
  'settings',
  'moderation',
  'twostep',
];
const sliceFiles = new Set([
  'routes.ts',
  'policy.ts',
  'queries.ts',
  'mutations.ts',
  'tables.ts',
  'emails.ts',
]);
const longest = 400;

/** Each rule: files it holds for, what they may not import, and why. A test may reach anything of its own side. */
const rules = [
  {
    from: /^contract\//,
    never: /^(server|web|tests|scripts)\//,
    why: 'the contract knows neither side',
  },
  {
    from: /^server\//,
    never: /^web\/(?!server\.tsx$)/,
    why: 'the server reaches the pages by web/server.tsx alone',
  },
  { from: /^server\/(?!ssr\/)/, never: /^web\//, why: 'only server/ssr reaches the pages' },
  {
    from: /^web\//,
    never: /^(server|tests)\//,
    why: 'pages reach the server over the contract alone',
  },
  {
    from: /^web\/ui\//,
    never: /^web\/(?!ui\/)|^contract\//,
    why: 'web/ui knows nothing of the domain',
  },
  {
    from: /^server\/(?!app\.ts)/,
    never: /^server\/\w+\/routes\.ts$/,
    why: "a slice's routes are its outer face; others use its queries, mutations and policy",
  },
  {
    from: /^server\/\w+\/policy\.ts$/,
    never: /\/(queries|mutations|routes|tables)\.ts$/,
    why: 'a policy is pure: it is handed its facts',
  },
  {
    from: /^server\/\w+\/queries\.ts$/,
    never: /\/mutations\.ts$/,
    why: 'a read writes nothing',
  },
  {
    from: /^(server|web|contract)\//,
    never: /^(tests|bench)\//,
    why: 'the product does not need its tests',
  },
];

const isTest = (file) => /\.(test|fixture)\.tsx?$/.test(file);
const files = ['contract', 'server', 'web', 'tests', 'scripts', 'bench'].flatMap(sourcesIn);
const problems = [
  ...files.flatMap(importProblems),
  ...sliceProblems(),
  ...lengthProblems(),
  ...environmentProblems(),
  ...placeProblems(),
  ...migrationProblems(join(root, 'server', 'platform', 'db', 'migrations')),
];

for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} against the rules`);
process.exitCode = problems.length > 0 ? 1 : 0;

function sourcesIn(folder) {
  const entries = listing(folder);
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function listing(folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function importsOf(file) {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const named = [...module.staticImports, ...module.staticExports.flatMap((each) => each.entries)]
    .map((each) => each.moduleRequest?.value)
    .filter(Boolean);
  return named
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)).replaceAll('\\', '/'));
}

function importProblems(file) {
  if (isTest(file)) return [];
  return importsOf(file).flatMap((target) =>
    rules
      .filter(
        ({ from, never }) =>
          from.test(file) && never.test(target) && !sameSlice(file, target, never),
      )
      .map(({ why }) => `${file} imports ${target}: ${why}`),
  );
}

/** A policy may use another policy; the rule on queries and tables still holds within a slice. */
function sameSlice(file, target, never) {
  return (
    never.source.includes('routes\\.ts$') &&
    !never.source.includes('queries') &&
    dirname(file) === dirname(target)
  );
}

function sliceProblems() {
  return slices
    .flatMap((slice) =>
      listing(join('server', slice)).map((entry) => ({ slice, name: entry.name })),
    )
    .filter(({ name }) => !isTest(name) && !sliceFiles.has(name))
    .map(
      ({ slice, name }) =>
        `server/${slice}/${name}: a slice is made of ${[...sliceFiles].join(', ')}`,
    );
}

function lengthProblems() {
  return files
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > longest)
    .map(({ file, lines }) => `${file} has ${lines} lines; split what is longer than ${longest}`);
}

/** Settings are read, checked and named in one place. */
function environmentProblems() {
  return files
    .filter(
      (file) =>
        file.startsWith('server/') &&
        !isTest(file) &&
        !/^server\/(platform\/config|main|dev|operate|make-admin)\.ts$/.test(file),
    )
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'))
    .map((file) => `${file} reads process.env; server/platform/config.ts alone does`);
}

/** The build moves the server's code, and its files stay: one module knows where they are. */
function placeProblems() {
  return files
    .filter(
      (file) =>
        file.startsWith('server/') && !isTest(file) && file !== 'server/platform/process/files.ts',
    )
    .filter((file) =>
      /(?<!createRequire\()import\.meta\.(url|dirname|filename)/.test(contentOf(file)),
    )
    .map((file) => `${file} asks where it stands; server/platform/process/files.ts alone does`);
}

function contentOf(file) {
  return readFileSync(join(root, file), 'utf8');
}
