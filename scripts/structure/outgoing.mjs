// A server that answers in no way that its caller thought of keeps the caller for ever. So calls to
// other servers go through one function with a deadline, or stand in a file that has one.

const fetcher = 'server/platform/fetch/fetch-within.ts';

/** Ways to another server, by what a line of code has. The database has time limits of its own. */
const ways = [
  /from 'node:(?:dns|tls)(?:\/promises)?'/,
  /\b(?:request|get)\b.*from 'node:https?'/,
  /'(?:nodemailer|imapflow|openid-client|undici)'/,
  /new Stripe\(/,
];
const isOwn = (file) =>
  file.startsWith('server/') &&
  !file.startsWith('server/platform/db/') &&
  !/\.(test|fixture)\.tsx?$/.test(file);
const isCode = (line) => !/^\s*(?:\/\/|\/?\*|import type )/.test(line);

/**
 * Lists the calls to other servers without a deadline around everything, one line each.
 * @param sources the text of every file by its path from the root
 */
export function outgoingProblems(sources) {
  return [...sources]
    .filter(([file]) => isOwn(file))
    .flatMap(([file, text]) => problemsOf(file, text));
}

function problemsOf(file, text) {
  const lines = text.split('\n').filter(isCode);
  const hasDeadline = lines.some((line) => line.includes("/deadline.ts'"));
  const fetches = lines.some((line) => /(?<![.\w])fetch\(/.test(line));
  const calls = lines.some((line) => ways.some((way) => way.test(line)));
  return [
    fetches && file !== fetcher && `${file} calls fetch(); ${fetcher} does, with a deadline`,
    calls && !hasDeadline && `${file} calls another server without withDeadline()`,
  ].filter(Boolean);
}
