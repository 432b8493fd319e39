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
