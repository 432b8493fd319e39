/** The domains above base, whose nouns the platform does not know. */
const higherDomains = /^contract\/(?:trust|community|events|safety|operations)\//;
const platform = /^(?:server|web)\/platform\//;
const call = /'(?:GET|POST|PUT|PATCH|DELETE) \/api\/([\w-]+)/g;
/** Matches the path in a string, or escaped in a regular expression. */
const address = /\\?\/api\\?\/\(?([\w-]+)/g;
const isComment = (line) => /^\s*(?:\/\/|\/?\*)/.test(line);

/**
 * Finds files of the platform that name a call of a domain above base. A feature declares what its
 * calls need in its contract, or passes it in.
 * @param sources the text of every file by its path from the root
 */
export function platformProblems(sources) {
  const nouns = nounsIn(sources, (file) => higherDomains.test(file));
  for (const noun of nounsIn(sources, (file) => file.startsWith('contract/base/')))
    nouns.delete(noun);
  return [...sources]
    .filter(([file]) => platform.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .filter((line) => !isComment(line))
        .flatMap((line) => matches(line, address))
        .filter((noun) => nouns.has(noun))
        .map((noun) => `${file} names /api/${noun}: the platform knows no feature`),
    );
}

const nounsIn = (sources, isMeant) =>
  new Set(
    [...sources].filter(([file]) => isMeant(file)).flatMap(([, text]) => matches(text, call)),
  );

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, noun]) => noun);

/** The one file that may write without charging the caller: it takes back what was refused. */
const unmetered = /^server\/platform\/(?:db\/steps|acting-account)\.ts$/;
/** These write for the site itself, or put back what an admin's purge has removed. */
const ownBooks =
  /^server\/(?:platform\/(?:mail\/outbox|http\/replica-reads)|features\/safety\/purge\/mutations\/put-back)\.ts$/;
const innerInsert = /\bas\s*\(\s*(?:sql`)?\s*insert\s+into\b/i;

/**
 * Finds writes that the caller would not be charged for: those outside the meter, and inserts inside
 * a WITH, whose rows the answer doesn't count.
 * @param sources the text of every file by its path from the root
 */
export function meterProblems(sources) {
  const served = [...sources].filter(
    ([file]) => file.startsWith('server/') && !/\.(test|fixture)\.ts$/.test(file),
  );
  return [
    ...served
      .filter(([file, text]) => !unmetered.test(file) && text.includes('withoutMeter'))
      .map(([file]) => `${file} writes without its caller being charged (withoutMeter)`),
    ...served
      .filter(([file, text]) => !ownBooks.test(file) && innerInsert.test(text))
      .map(([file]) => `${file} inserts inside a WITH: its rows are not weighed`),
  ];
}
