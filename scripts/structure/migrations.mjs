// While a new version is rolled out, the old one's processes still run. A migration may add objects
// unknown to them, but remove nothing they use. A later release removes those, by a statement with
// its reason: -- contract: nothing reads this column since 1.4
// A migration that no process of the version before may run beside says so to the operator, who reads
// it at the start; its statements need their reasons all the same: -- stops: Stop every process of …
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The migrations of the first release; no older version runs. */
const firstRelease = 3;

const waiver = /^[ \t]*--[ \t]*contract:[ \t]*\S+/im;
const name = String.raw`(?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?`;

const refused = [
  [/^DROP (?!INDEX)/, 'drops what the running version may use'],
  [/^(TRUNCATE|DELETE FROM)/, 'removes rows'],
  [/\bRENAME\b/, 'renames what the running version knows by its old name'],
  [
    /\bDROP (COLUMN|CONSTRAINT|DEFAULT|EXPRESSION|IDENTITY)\b/,
    'drops what the running version uses',
  ],
  [
    /\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/,
    'changes the type of a column and rewrites its table',
  ],
  [/\bSET NOT NULL\b/, 'demands a value that the running version may leave out'],
  [
    /\bADD (?!CONSTRAINT)(?!.*\b(DEFAULT|GENERATED)\b).*\b(NOT NULL|PRIMARY KEY)\b/,
    'adds a column that the running version would have to fill',
  ],
  [/\bADD CONSTRAINT\b.*\bCHECK\b(?!.*\bNOT VALID\b)/, 'adds a rule the running version may break'],
];

/** Lists the problems of the migrations in a folder, one line each. */
export function migrationProblems(folder) {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  return [
    ...journalProblems(entries, readdirSync(folder)),
    ...snapshotProblems(entries.at(-1), readdirSync(join(folder, 'meta'))),
    ...entries
      .slice(firstRelease)
      .flatMap(({ tag }) =>
        statementProblems(readFileSync(join(folder, `${tag}.sql`), 'utf8')).map(
          (problem) => `${tag}.sql ${problem}`,
        ),
      ),
  ];
}

/** A database runs only migrations later than its last, and would skip one with an earlier date. */
function journalProblems(entries, files) {
  const problems = [];
  for (const [index, { tag, when, idx }] of entries.entries()) {
    if (idx !== index)
      problems.push(`${tag} is number ${idx} in the journal and stands at ${index}`);
    if (index > 0 && when <= entries[index - 1].when) {
      problems.push(`${tag} is dated before the migration it follows: generate it anew`);
    }
  }
  const known = new Set(entries.map(({ tag }) => `${tag}.sql`));
  for (const file of files.filter((each) => each.endsWith('.sql') && !known.has(each))) {
    problems.push(`${file} is not in the journal`);
  }
  return problems;
}

/** Drizzle compares the tables with the newest snapshot; each has thousands of lines. */
function snapshotProblems({ tag }, files) {
  const newest = `${tag.split('_')[0]}_snapshot.json`;
  return files
    .filter((file) => file.endsWith('_snapshot.json') && file !== newest)
    .map((file) => `meta/${file} is no longer read: delete it`);
}

/** Lists the statements that are unsafe under the version before, except those waived. */
export function statementProblems(source) {
  const parts = source.split('--> statement-breakpoint').flatMap(statementsIn);
  const made = new Set(parts.flatMap(({ sql }) => tableMade(sql)));
  return parts
    .filter(({ waived, sql }) => !waived && !made.has(tableAltered(sql)))
    .flatMap(({ sql }) => {
      const [, why] = refused.find(([pattern]) => pattern.test(sql)) ?? [];
      return why ? [`${why}: ${sql.slice(0, 80)} (expand first; contract in a later release)`] : [];
    });
}

/**
 * Splits the statements, without comments and with strings emptied; a function's body is a string.
 */
function statementsIn(part) {
  const waived = waiver.test(part);
  const bare = part
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '');
  return bare
    .split(';')
    .map((sql) => ({ waived, sql: sql.replace(/\s+/g, ' ').trim().replace(keywords, upper) }))
    .filter(({ sql }) => sql !== '');
}

const keywords = /\b[a-z_]+\b(?=([^"]*"[^"]*")*[^"]*$)/gi;
const upper = (word) => word.toUpperCase();

const bareName = (text) =>
  text
    .replaceAll('"', '')
    .replace(/^public\./i, '')
    .toLowerCase();

function tableMade(sql) {
  const [, table] =
    new RegExp(`^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(${name})`).exec(sql) ?? [];
  return table ? [bareName(table)] : [];
}

function tableAltered(sql) {
  const [, table] =
    new RegExp(`^(?:ALTER TABLE (?:ONLY )?|DROP TRIGGER .* ON )(${name})`).exec(sql) ?? [];
  return table && bareName(table);
}
