import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, readIfThere, readJson } from '../setup/paths.mjs';
import { SetupError } from '../setup/report.mjs';

const rule = '='.repeat(80);
const isLicence = (name) => /^(?:licen[cs]e|copying|copyright|notice)/i.test(name);

/**
 * Puts the licences of all that a packed site holds into one text; packages of one text share it.
 */
export function licencesOf(packages) {
  const byText = new Map();
  for (const each of packages.filter(({ isSource }) => !isSource)) {
    const text = textOf(each);
    byText.set(text, [...(byText.get(text) ?? []), titleOf(each)]);
  }
  const parts = [
    ['Villagehall', read('LICENSE')],
    ['Data and fonts', read('NOTICE')],
    ['Bricolage Grotesque (OFL-1.1)', read('web/ui/fonts/OFL.txt')],
    ...[...byText].map(([text, titles]) => [titles.join('\n'), text]),
  ];
  const texts = parts.map(([title, text]) => `${rule}\n${title}\n${rule}\n\n${text}\n`);
  return `The licences of all that is in this release of Villagehall.\n\n${texts.join('\n')}`;
}

const titleOf = ({ name, version, license }) => `${name} ${version} (${license})`;
const read = (path) => tidy(readFileSync(inRoot(path), 'utf8'));
const tidy = (text) =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim();

function textOf({ path, name, license }) {
  const files = readdirSync(inRoot(path), { withFileTypes: true })
    .filter((file) => file.isFile() && isLicence(file.name))
    .map((file) => file.name)
    .sort();
  if (files.length > 0) return files.map((file) => read(join(path, file))).join('\n\n');
  return [sectionOf(path), standardText(path, name, license)].filter(Boolean).join('\n\n');
}

/** A package may state its licence in its readme alone. */
function sectionOf(path) {
  const text = tidy(readIfThere(inRoot(path, 'README.md')) ?? '');
  return /^#+ licen[cs](?:e|ing)\b[^\n]*\n([^#]*)/im.exec(text)?.[1]?.trim();
}

/** The text of a licence that a package only names, with the author as its holder. */
function standardText(path, name, license) {
  const text = readIfThere(inRoot('scripts', 'release', 'licences', `${license}.txt`));
  if (text === undefined) {
    throw new SetupError(
      `${name} has no licence text: add scripts/release/licences/${license}.txt`,
    );
  }
  const { author = `the authors of ${name}` } = readJson(inRoot(path, 'package.json'));
  return tidy(text).replace('<holder>', author.name ?? author);
}
