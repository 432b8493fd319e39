import PostalMime from 'postal-mime';
import { type CleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { codesIn, isUnknownMailbox, replyIn, type Rejection } from './unknown-mailbox.ts';

/** A mail server's report that an email has met no mailbox. */
export interface Bounce {
  /** The email's, in angle brackets. */
  messageId: CleanText;
  /** With the server's code; its words may name people. */
  reason: CleanText;
}

/**
 * Reads a delivery status notification (RFC 3464). Returns undefined for any other message, for a
 * failure that isn't the mailbox's, and for a report without the head of the email.
 */
export async function readBounce(message: Uint8Array): Promise<Bounce | undefined> {
  const { parts, text } = await partsOf(withLineFeeds(message));
  const contentOf = (types: ReadonlySet<string>) =>
    parts.find(({ mimeType }) => types.has(mimeType))?.content;
  const code = failureIn(contentOf(reportTypes) ?? '', text);
  const messageId = messageIdIn(contentOf(emailTypes) ?? '');
  return code && messageId ? cleanTexts({ messageId, reason: `bounced ${code}` }) : undefined;
}

/** Some programs end lines with CR alone, or CR twice. */
const withLineFeeds = (message: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(message).toString('latin1').replace(lineEnds, '\r\n'), 'latin1');
const lineEnds = /\r*\n|\r/g;

/** The media types of a report, and of an email or its head (RFC 3464, 3462 and 6533). */
const reportTypes = new Set(['message/delivery-status', 'message/global-delivery-status']);
const emailTypes = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
]);

interface Parts {
  /** Files to a mail program. */
  parts: { mimeType: string; content: string }[];
  /** The words for people. */
  text: string;
}

/** Returns the parts of a message; none if it can't be parsed. */
async function partsOf(message: Uint8Array): Promise<Parts> {
  const options = { forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
  try {
    const { attachments, text = '' } = await PostalMime.parse(message, {
      ...options,
      ...parserLimits,
    });
    const parts = attachments.flatMap(({ mimeType, content }) =>
      typeof content === 'string' ? [{ mimeType, content }] : [],
    );
    return { parts, text };
  } catch {
    return { parts: [], text: '' };
  }
}

const parserLimits = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024 };

/** Returns the code of a failure for good that is about the mailbox. */
function failureIn(report: string, text: string): string | undefined {
  // The fields of each recipient stand in a block of their own (RFC 3464, 2.1).
  const failure = report
    .replace(lineEnds, '\n')
    .replaceAll(/\n[ \t]+(?=\n)/g, '\n')
    .replaceAll(/\n(?!\n|[a-z][a-z-]*:)/gi, ' ')
    .split(/\n{2,}/)
    .filter((fields) => /^action:\s*failed\b/im.test(fields))
    .map((fields) => rejectionIn(fields, text))
    .find(isUnknownMailbox);
  if (!failure) return undefined;
  const { status, words } = failure;
  // Some servers give 5.0.0, and the code of the server that refused only in its words.
  const [own] = status === undefined || status === '5.0.0' ? codesIn(words) : [];
  return own ?? status ?? replyIn(words) ?? 'without a code';
}

/** Reads a recipient's fields. Without the refusing server's words it takes those for people. */
function rejectionIn(fields: string, text: string): Rejection {
  const [, status] = /^status:\s*(\d\.\d{1,3}\.\d{1,3})(?!\d)/im.exec(fields) ?? [];
  const [, words] = /^diagnostic-code:(.*)/im.exec(fields) ?? [];
  return { status, words: words ?? (replyLine.exec(text) ?? notFound.exec(text))?.[0] ?? '' };
}

const replyLine = /(?<![\d.])5\d\d[ -].*(?:\n[ \t]+.*)*/;
/** Gmail says so beside 5.0.0, and nothing else. */
const notFound = /\bthe address couldn['’]t be found/;

function messageIdIn(email: string): string | undefined {
  const [head = ''] = email.split(/\r?\n\r?\n/, 1);
  return /^message-id:\s*(<[!-;=?-~]{1,250}>)/im.exec(head)?.[1];
}
