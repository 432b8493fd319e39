// Checks the rules of docs/architecture.md that oxlint doesn't know: the direction of imports, the
// files of a feature, the order of parameters in its queries and mutations, the size of folders,
// calls to other servers, and the statements of migrations.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderProblems } from './structure/folders.mjs';
import { importProblems, featureFileProblems, rsvpProblems } from './structure/imports.mjs';
import { platformProblems, meterProblems } from './structure/platform.mjs';
import { outgoingProblems } from './structure/outgoing.mjs';
import { parameterProblems } from './structure/parameters.mjs';
import { migrationProblems } from './structure/migrations.mjs';
import { docProblems, pathProblems, wordProblems } from './structure/words.mjs';
import { siteTextProblems } from './structure/site-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const isTest = (file) => /\.(test|fixture)\.tsx?$/.test(file);
const files = ['contract', 'server', 'web', 'tests', 'scripts', 'bench'].flatMap(sourcesIn);
const sources = new Map(files.map((file) => [file, contentOf(file)]));
const texts = new Map(documents().map((file) => [file, contentOf(file)]));
const problems = [
  ...importProblems(sources),
  ...featureFileProblems(files),
  ...rsvpProblems(sources),
  ...folderProblems(files),
  ...parameterProblems(sources),
  ...platformProblems(sources),
  ...siteTextProblems(sources),
  ...outgoingProblems(sources),
  ...meterProblems(sources),
  ...wordProblems(sources),
  ...docProblems(texts),
  ...pathProblems(texts, [...files, ...unchecked()]),
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

/** The guides; texts that the site shows are set by their own rules. */
function documents() {
  return [
    ...['README', 'CONTRIBUTING', 'SECURITY', 'CHANGELOG'].map((name) => `${name}.md`),
    ...listing('docs')
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  ];
}

/** Sources that no other rule reads: settings of tools, migrations and what operators run. */
function unchecked() {
  const tools = readdirSync(root).filter((name) => name.endsWith('.ts'));
  const folders = ['server/platform/db/migrations', 'deploy'];
  const paths = (folder) =>
    listing(folder).map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return [...tools, ...folders.flatMap(paths)];
}

/**
 * The build moves the server's code but not its data files, so one module alone knows where they
 * are.
 */
function placeProblems() {
  return files
    .filter(
      (file) =>
        file.startsWith('server/') && !isTest(file) && file !== 'server/platform/process/files.ts',
    )
    .filter((file) =>
      /(?<!createRequire\()import\.meta\.(url|dirname|filename)/.test(sources.get(file)),
    )
    .map((file) => `${file} asks where it stands; server/platform/process/files.ts alone does`);
}

function contentOf(file) {
  return readFileSync(join(root, file), 'utf8');
}
