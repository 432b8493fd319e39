import { decodeEntity } from 'markdown-to-jsx/entities';
import { fromWindows1252 } from '#contract/platform/decode-text.ts';
import { withAddress } from './calendar-links.ts';

const setOf = (names: string) => new Set(names.split(' '));

const lineTags = setOf(
  'article aside body caption dd details div dl dt fieldset figcaption figure footer form header html legend li main nav ol option pre section summary tbody tfoot thead title tr ul',
);
const paragraphTags = setOf('blockquote h1 h2 h3 h4 h5 h6 p table');
const otherTags = setOf(
  'a abbr acronym address area b base bdi bdo big blink br button center cite code col colgroup data del dfn dir em embed font head hr html-blob i iframe img input ins kbd label link map mark meta nobr object o:p q rp rt ruby s samp script small span strike strong style sub sup svg td th time tt u u1:p var wbr',
);
const isTagName = (name: string) =>
  lineTags.has(name) || paragraphTags.has(name) || otherTags.has(name);
/** Their line breaks are those of the HTML, not of the text. */
const wrappingTags = setOf('blockquote dd div dt h1 h2 h3 h4 h5 h6 li p td th');
const hiddenTags = setOf('head script style title');
const booleanAttributes = setOf(
  'allowfullscreen checked compact controls disabled hidden nowrap noshade open readonly reversed selected',
);

/** Decodes the named and numeric entities of HTML. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, characterOf)
    : text;

function characterOf(entity: string, name: string): string {
  if (name === 'nbsp') return ' ';
  if (!name.startsWith('#')) {
    // 'constructor' isn't one of its names.
    const found: unknown = decodeEntity(name);
    return typeof found === 'string' ? found : entity;
  }
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (code === 0xa0) return ' ';
  const isCharacter = code > 0 && code <= 0x10_ff_ff;
  return isCharacter ? fromWindows1252(String.fromCodePoint(code)) : entity;
}

interface Tag {
  name: string;
  isEnd: boolean;
  attributes: string;
}

/** Splits a text into texts and, at odd indexes, what stands between < and >. */
const piecesOf = (text: string): string[] => text.split(/(<[^<>]*>)/);

/** Reads a tag; undefined for other text between < and >, such as '<10 or >60'. */
function tagIn(piece: string): Tag | undefined {
  const inner = piece.slice(1, -1).trim();
  if (/^(?:!doctype\b|!\[|\?xml\b)/i.test(inner)) return { name: '', isEnd: false, attributes: '' };
  const [start = '', end = '', named = ''] = /^(\/?)([a-z][a-z\d:-]*)/i.exec(inner) ?? [];
  const [name, attributes] = [named.toLowerCase(), inner.slice(start.length)];
  const isTag = isTagName(name) && hasAttributesOnly(attributes);
  return isTag ? { name, isEnd: end !== '', attributes } : undefined;
}

/** '<i am late>' is no tag. */
const hasAttributesOnly = (attributes: string): boolean =>
  /^(?:[\s/]|$)/.test(attributes) &&
  attributes
    .replaceAll(/"[^"]*"|'[^']*'/g, '=')
    .replaceAll(' =', '=')
    .replaceAll('= ', '=')
    .replace(/\/$/, '')
    .split(/\s+/)
    .every(
      (word) =>
        word === '' || /^[\w:.@-]+=/.test(word) || booleanAttributes.has(word.toLowerCase()),
    );

function attributeOf({ attributes }: Tag, name: string): string {
  const pieces = attributes.split(/("[^"]*"|'[^']*')/);
  for (const [index, piece] of pieces.entries()) {
    const words = index % 2 === 1 ? [] : piece.replaceAll(/ ?= ?/g, '=').split(/\s+/);
    const word = words.find((each) => each.toLowerCase().startsWith(`${name}=`));
    if (word === undefined) continue;
    const bare = word.slice(name.length + 1);
    return decodeEntities(bare || (pieces[index + 1]?.slice(1, -1) ?? ''));
  }
  return '';
}

/** '<https://example.org>', as Outlook writes links in plain text. */
const isLink = (piece: string) =>
  /^<(?:https?:\/\/|ftp:\/\/|webcal:\/\/|mailto:|tel:|sms:)[^\s<>]+>$/i.test(piece);

/** Tells whether a text has tags. */
export const isHtml = (text: string): boolean =>
  text.includes('<!--') ||
  piecesOf(text).some((piece, index) => index % 2 === 1 && (isLink(piece) || tagIn(piece)));

/**
 * Writes HTML as text: paragraphs, lists, and each link's address behind its words. Line breaks of
 * the text itself count, except within paragraphs and in whole documents, where they wrap lines.
 */
export function htmlToText(html: string, isDocument: boolean): string {
  const pieces = piecesOf(withoutComments(html)).map((text, index) => {
    const isBetweenSigns = index % 2 === 1;
    return {
      text,
      tag: isBetweenSigns ? tagIn(text) : undefined,
      isLink: isBetweenSigns && isLink(text),
    };
  });
  const writer = createWriter(isDocument || /<(?:!doctype|html|body)\b/i.test(html));
  const closed = closedTags(pieces);
  for (const { text, tag, isLink: isAddress } of pieces) {
    if (tag) writer.tag(tag, closed.has(tag));
    else if (isAddress) writer.link(text.slice(1, -1));
    else writer.text(text);
  }
  return writer.done();
}

function withoutComments(html: string): string {
  const [first = '', ...others] = html.split('<!--');
  const rest = others.map((part) => {
    const end = part.indexOf('-->');
    return end === -1 ? `<!--${part}` : part.slice(end + 3);
  });
  return [first, ...rest].join('');
}

/** Finds the tags that begin and end an element which has both. */
function closedTags(pieces: readonly { tag: Tag | undefined }[]): Set<Tag> {
  const open = new Map<string, Tag[]>();
  const closed = new Set<Tag>();
  for (const { tag } of pieces) {
    if (!tag) continue;
    const starts = open.get(tag.name) ?? [];
    open.set(tag.name, starts);
    if (!tag.isEnd) starts.push(tag);
    else {
      const start = starts.pop();
      if (start) closed.add(start).add(tag);
    }
  }
  return closed;
}

/** Collects the text of HTML. */
function createWriter(isDocument: boolean) {
  const written: string[] = [];
  /** Line breaks before the next text. */
  let breaks = 0;
  let [hidden, wrapping] = [0, 0];
  let anchor: { href: string; start: number } | undefined;
  /** The numbers of the open lists' items; undefined for bullets. */
  const lists: (number | undefined)[] = [];

  const append = (text: string) => {
    if (hidden > 0 || text === '') return;
    written.push('\n'.repeat(breaks), text);
    breaks = 0;
  };
  const breakLine = (count: number) => {
    breaks = Math.max(breaks, count);
  };
  const appendText = (text: string) => {
    const isWrapped = isDocument || wrapping > 0;
    // The line break after <br> or </p> is one with it.
    const own = isWrapped ? text.replaceAll(/\s+/g, ' ') : text;
    const shown = breaks > 0 && !isWrapped ? own.replace(/^[ \t]*\n/, '') : own;
    if (breaks > 0 && shown.trim() === '') breaks += shown.split('\n').length - 1;
    else append(decodeEntities(shown));
  };
  /** Writes the address of a picture or a video, which has no words. */
  const appendAddress = (href: string) => {
    const address = withAddress('', href);
    const isBehindWord = breaks === 0 && /\S$/.test(written.at(-1) ?? '');
    append(isBehindWord && address ? ` ${address}` : address);
  };
  const endAnchor = () => {
    if (anchor && written.length === anchor.start) appendAddress(anchor.href);
    else if (anchor) written.push(withAddress(written.splice(anchor.start).join(''), anchor.href));
    anchor = undefined;
  };
  const beginItem = () => {
    const number = lists.pop();
    lists.push(number === undefined ? undefined : number + 1);
    breakLine(1);
    append(number === undefined ? '• ' : `${number + 1}. `);
  };
  const writeTag = (tag: Tag) => {
    const { name, isEnd } = tag;
    if (name === 'br') breaks += 1;
    else if (name === 'a') {
      endAnchor();
      if (!isEnd) anchor = { href: attributeOf(tag, 'href'), start: written.length };
    } else if (name === 'li' && !isEnd) beginItem();
    else if (name === 'img') append(attributeOf(tag, 'alt'));
    else if (name === 'iframe' && !isEnd) appendAddress(attributeOf(tag, 'src'));
    else if (name === 'td' || name === 'th') append(' ');
    else if (name === 'hr') append('\n---\n');
    else if (paragraphTags.has(name)) breakLine(2);
    else if (lineTags.has(name)) breakLine(1);
  };

  return {
    text: appendText,
    link: (address: string) => {
      const line = written.slice(-4).join('').split('\n').at(-1) ?? '';
      const words = breaks > 0 ? '' : line.trim();
      const last = words.split(/[\s(]/).at(-1) ?? '';
      const shown = withAddress(last, address);
      if (shown !== last) append(shown.slice(last.length).replace(/^(?=\()/, ' '));
    },
    tag: (tag: Tag, isClosed: boolean) => {
      const step = tag.isEnd ? -1 : 1;
      if (isClosed && hiddenTags.has(tag.name)) hidden += step;
      if (isClosed && wrappingTags.has(tag.name)) wrapping += step;
      if (tag.name === 'ol' || tag.name === 'ul') {
        if (tag.isEnd) lists.pop();
        else lists.push(tag.name === 'ol' ? 0 : undefined);
      }
      writeTag(tag);
    },
    done: () => {
      endAnchor();
      const lines = written.join('').split('\n');
      return lines.map((line) => line.replaceAll(/[ \t\u00a0]+/g, ' ').trim()).join('\n');
    },
  };
}
