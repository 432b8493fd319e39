import { decodeText, fromWindows1252 } from '#contract/platform/decode-text.ts';
import { decodeEntities, htmlToText, isHtml } from './calendar-html.ts';
import { isQuotedPrintable, type Line } from './calendar-lines.ts';
import { unwrapLinks } from './calendar-links.ts';

/** Takes a property apart, whatever its type (RFC 5545, section 3.3.11; vCalendar 1.0). */
export function textProperty({ name, text }: Line): { parameters: string; text: string } {
  const beginning = /^(?:[^":]|"[^"]*")*:/.exec(text)?.[0] ?? text.slice(0, text.indexOf(':') + 1);
  const parameters = beginning.slice(name.length, -1).toUpperCase();
  const value = text.slice(beginning.length);
  const decoded = isQuotedPrintable(text)
    ? fromQuotedPrintable(value, parameters)
    : fromBase64(value, parameters);
  return { parameters, text: fromWindows1252(withoutEscapes(decoded)) };
}

/** The text of a property, or none. */
export const textOf = (line: Line | undefined): string => (line ? textProperty(line).text : '');

/** Some programs escape a text twice. */
const withoutEscapes = (text: string): string =>
  unescaped(isEscapedTwice(text) ? unescaped(text) : text);

const isEscapedTwice = (text: string): boolean =>
  /\\\\(?:[,;]|n(?![a-z]))/.test(text) && !/\\[,;n]/i.test(text.replaceAll('\\\\', ''));

const unescaped = (text: string): string =>
  text.replaceAll(/\\(r\\[nN]|[\\;,:"nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

function fromQuotedPrintable(text: string, parameters: string): string {
  const bytes = text
    .replaceAll(/=(?:\n|$)/g, '')
    .split(/=([\dA-F]{2})/i)
    .map((piece, index) => Buffer.from(piece, index % 2 === 1 ? 'hex' : 'utf8'));
  return decodeAs(parameters, Buffer.concat(bytes));
}

/** A text that only says so stays as it is. */
function fromBase64(text: string, parameters: string): string {
  const isSaid = /;(?:ENCODING=)?(?:B|BASE64)(?:;|$)/.test(parameters);
  const isSo = !/[^A-Za-z\d+/=\s]/.test(text);
  return isSaid && isSo ? decodeAs(parameters, Buffer.from(text, 'base64')) : text;
}

function decodeAs(parameters: string, bytes: Buffer): string {
  const [, charset = ''] = /;CHARSET="?([\w-]{1,30})/.exec(parameters) ?? [];
  return decoderOf(charset)?.decode(bytes) ?? decodeText(bytes);
}

/** A declared charset counts, but for those that programs write without meaning them. */
function decoderOf(charset: string): TextDecoder | undefined {
  if (/^(?:|UTF-?8|US-ASCII|ISO-8859-1)$/.test(charset)) return undefined;
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Turns HTML, entities and wrapped links into paragraphs; leaves other text as it is. */
export function plainText(sent: string, isDocument = false): string {
  const text = sent.replaceAll(/\r\n?/g, '\n').replaceAll(/<!\[CDATA\[|\]\]>/g, '');
  const isMarkedUp = isDocument || isHtml(text);
  const once = isMarkedUp ? htmlToText(text, isDocument) : decodeEntities(text);
  // Some programs escape a text twice, tags included.
  const plain = !isMarkedUp && isHtml(once) ? htmlToText(once, isDocument) : decodeEntities(once);
  return unwrapLinks(plain)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Turns a text into one line, with the sign in place of its line breaks. */
export const plainLine = (sent: string, lineBreak: ' ' | ', '): string =>
  plainText(sent)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(lineBreak);

export const meetupEvent = /^(?:https?:\/\/)?(?:www\.)?meetup\.com\/([^\s/]+)\/events\/\S*$/i;

/**
 * Takes away what Meetup writes around a description: the group's name and the time before it, and
 * the event's address at Meetup after it.
 */
export function withoutMeetupLines(text: string): string {
  const lines = text.split('\n');
  const [, group] = meetupEvent.exec(lines.at(-1)?.trim() ?? '') ?? [];
  if (group === undefined) return text;
  const hasTime = isMeetupTime(lines[1] ?? '');
  const hasName = hasTime || slugOf(lines[0] ?? '') === slugOf(group);
  const own = lines.slice(Number(hasName) + Number(hasTime), -1);
  return own.join('\n').trim();
}

/** Recognises 'Tuesday, August 13 at 7:00 PM', and no sentence of people's. */
const isMeetupTime = (line: string): boolean =>
  line.length < 50 &&
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i.test(line) &&
  /\b\d{1,2}[:.]\d\d(?: ?[ap]m)?(?: [A-Z]{2,4})?$/i.test(line);

const slugOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
