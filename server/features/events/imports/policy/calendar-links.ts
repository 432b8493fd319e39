/** The length of what a sentence puts behind a link. */
const lastOfLink = /[.,;:!?'’”»*|)\]]$/;

/** Cuts what a sentence puts behind a link; brackets that open in the link are its own. */
export function trimLink(found: string): string {
  let link = found;
  for (;;) {
    const last = lastOfLink.exec(link)?.[0];
    const isOwn = (last === ')' && link.includes('(')) || (last === ']' && link.includes('['));
    if (last === undefined || isOwn) return link;
    link = link.slice(0, -1);
  }
}

/** Services that put their own address around a link, and the fields that have it. */
const wrappers: { host: RegExp; path: RegExp; fields: readonly string[] }[] = [
  { host: /^www\.google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, fields: ['q', 'url'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\//, fields: ['url'] },
  { host: /^statics\.teams\.cdn\.office\.net$/, path: /safelinks/, fields: ['url'] },
  { host: /^lm?\.(?:facebook|instagram)\.com$/, path: /^\//, fields: ['u'] },
  { host: /^www\.youtube\.com$/, path: /^\/redirect$/, fields: ['q'] },
];

/** Returns the address that a link leads to through services that count clicks. */
export function unwrapLink(link: string, depth = 0): string {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const wrapper = wrappers.find(
    ({ host, path }) => url && host.test(url.hostname) && path.test(url.pathname),
  );
  const target = wrapper?.fields.map((field) => url?.searchParams.get(field)).find(Boolean);
  return target && depth < 3 && /^https?:\/\/[^\s"<>]+$/i.test(target)
    ? unwrapLink(target, depth + 1)
    : link;
}

/** Unwraps every link of a text. */
export const unwrapLinks = (text: string): string =>
  text.replaceAll(/https?:\/\/[^\s<>"]+/gi, (found) => {
    const link = trimLink(found);
    return unwrapLink(link) + found.slice(link.length);
  });

/** Returns the address of a link as people read it; none for scripts and parts of pages. */
function readableAddress(href: string): string {
  const address = href.trim();
  if (/^mailto:/i.test(address)) return address.slice(7).split('?', 1)[0] ?? '';
  if (/^(?:tel|sms):/i.test(address)) return address.slice(4);
  if (/^(?:https?|ftp|webcal):\/\//i.test(address)) return unwrapLink(address);
  return /^www\./i.test(address) ? address : '';
}

/** Puts a link's address behind its words, unless they say it. */
export function withAddress(words: string, href: string): string {
  const address = readableAddress(href);
  const label = words.trim();
  if (address === '' || isSaidIn(label, address)) return words;
  if (label === '' || isBeginningOf(label, address)) return words.replace(label, () => address);
  return `${words.trimEnd()} (${address})`;
}

const withoutScheme = (address: string) =>
  address.toLowerCase().replace(/^(?:https?:\/\/)?(?:www\.)?/, '');
const digitsOf = (text: string) => text.replaceAll(/\D/g, '').replace(/^(?:44|0)/, '');

function isSaidIn(label: string, address: string): boolean {
  const bare = withoutScheme(address).replace(/\/$/, '');
  if (label.toLowerCase().includes(bare)) return true;
  return /^\+?\d+$/.test(address) && digitsOf(label).includes(digitsOf(address));
}

/** Programs cut long addresses: 'https://example.org/a-long…'. */
function isBeginningOf(label: string, address: string): boolean {
  const beginning = withoutScheme(label.replace(/(?:…|\.\.\.)$/, ''));
  return label.length > 5 && !/\s/.test(label) && withoutScheme(address).startsWith(beginning);
}
