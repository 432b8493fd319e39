/** A column of text, or of JSON, as Drizzle has it; `server/platform/db/columns.ts` has ours. */
const plainColumns = /\b(?:text|varchar|char|citext|json|jsonb)\b/;
const fromDrizzle = /import\s*\{([^}]*)\}\s*from\s*'drizzle-orm\/pg-core'/g;
const columns = 'server/platform/db/columns.ts';

/**
 * Finds tables whose columns take text that nothing has cleaned. `freeText()` is for what people,
 * files and other servers bring, `identifier()` and `choice()` for what the program makes, and
 * `json()` for both.
 * @param sources the text of every file by its path from the root
 */
export function columnProblems(sources) {
  return [...sources]
    .filter(
      ([file]) => file.startsWith('server/') && file !== columns && !file.endsWith('.test.ts'),
    )
    .flatMap(([file, text]) =>
      [...text.matchAll(fromDrizzle)]
        .flatMap(([, names]) => names.split(','))
        .map((name) => name.trim())
        .filter((name) => plainColumns.test(name.split(' as ')[0]))
        .map((name) => `${file} imports ${name} from drizzle-orm: use a column of ${columns}`),
    );
}
