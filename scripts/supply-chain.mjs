// Checks where the packages of the lockfile come from, and their licences. What npm itself tells of
// them is in docs/security.md: `npm sbom`, `npm audit` and `npm audit signatures`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runMain } from './setup/command.mjs';
import { inRoot, readJson } from './setup/paths.mjs';
import { licenceProblems } from './supply/licences.mjs';
import { lockedPackages, lockfileProblems } from './supply/lockfile.mjs';

await runMain(() => {
  const lock = readJson(inRoot('package-lock.json'));
  const packages = lockedPackages(lock);
  const problems = [
    ...lockfileProblems(readJson(inRoot('package.json')), lock),
    ...licenceProblems(packages, manifestOf),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`${packages.length} packages, ${problems.length} against the rules`);
  if (problems.length > 0) process.exitCode = 1;
});

function manifestOf(path) {
  const file = inRoot(join(path, 'package.json'));
  return existsSync(file) ? readJson(file) : undefined;
}
