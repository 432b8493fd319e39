// node scripts/supply-chain.mjs [--write] [--strict]: lists the site's packages and checks their
// licences. --write rewrites docs/licences.md. --strict fails for known vulnerabilities, too; `npm
// test` only reports them, because they appear without a change here.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMain } from './setup/command.mjs';
import { inRoot, readIfThere, readJson } from './setup/paths.mjs';
import { audit } from './supply/audit.mjs';
import { licencePage, licenceProblems } from './supply/licences.mjs';
import { lockedPackages, lockfileProblems } from './supply/lockfile.mjs';
import { sbomOf, sbomProblems } from './supply/sbom.mjs';

const { values } = parseArgs({
  options: { write: { type: 'boolean' }, strict: { type: 'boolean' } },
});
const page = inRoot('docs', 'licences.md');
const list = inRoot('test-results', 'sbom.cdx.json');

await runMain(async () => {
  const [manifest, lock] = [
    readJson(inRoot('package.json')),
    readJson(inRoot('package-lock.json')),
  ];
  const packages = lockedPackages(lock);
  if (values.write) writeFileSync(page, licencePage(packages));
  const problems = [
    ...lockfileProblems(manifest, lock),
    ...licenceProblems(packages, manifestOf),
    ...pageProblems(packages),
    ...writeSbom(manifest, lock, packages),
  ];
  const { notChecked, weaknesses } = await audit();
  if (notChecked) console.log(`NOT CHECKED for known weaknesses: ${notChecked}`);
  for (const weakness of weaknesses) console.log(`KNOWN WEAKNESS: ${weakness}`);
  for (const problem of problems) console.error(problem);
  console.log(
    `${packages.length} packages, ${problems.length} against the rules; test-results/sbom.cdx.json lists them`,
  );
  if (problems.length > 0 || (values.strict && weaknesses.length > 0)) process.exitCode = 1;
});

function manifestOf(path) {
  const file = inRoot(join(path, 'package.json'));
  return existsSync(file) ? readJson(file) : undefined;
}

function pageProblems(packages) {
  if (readIfThere(page) === licencePage(packages)) return [];
  return ['docs/licences.md is not of these packages: run node scripts/supply-chain.mjs --write'];
}

function writeSbom(manifest, lock, packages) {
  mkdirSync(inRoot('test-results'), { recursive: true });
  writeFileSync(list, `${JSON.stringify(sbomOf(manifest, lock, packages), null, 2)}\n`);
  return sbomProblems(JSON.parse(readFileSync(list, 'utf8')));
}
