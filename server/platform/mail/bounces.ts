import PostalMime from 'postal-mime';
import { type CleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { isAboutMailbox } from './smtp.ts';

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
  const parts = await partsOf(message);
  const contentOf = (types: ReadonlySet<string>) =>
    parts.find(({ mimeType }) => types.has(mimeType))?.content;
  const status = failureIn(contentOf(reportTypes) ?? '');
  const messageId = messageIdIn(contentOf(emailTypes) ?? '');
  return status && messageId ? cleanTexts({ messageId, reason: `bounced ${status}` }) : undefined;
}

/** The media types of a report, and of an email or its head (RFC 3464, 3462 and 6533). */
const reportTypes = new Set(['message/delivery-status', 'message/global-delivery-status']);
const emailTypes = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
]);

interface Part {
  mimeType: string;
  content: string;
}

/** Returns the parts that are files to a mail program; none of a message that can't be parsed. */
async function partsOf(message: Uint8Array): Promise<Part[]> {
  const options = { forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
  try {
    const { attachments } = await PostalMime.parse(message, { ...options, ...parserLimits });
    return attachments.flatMap(({ mimeType, content }) =>
      typeof content === 'string' ? [{ mimeType, content }] : [],
    );
  } catch {
    return [];
  }
}

const parserLimits = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024 };

/** Returns the code of a failure for good that is about the mailbox. */
function failureIn(report: string): string | undefined {
  // The fields of each recipient stand in a block of their own (RFC 3464, 2.1).
  return report
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .filter((fields) => /^action:\s*failed\b/im.test(fields))
    .map(codeIn)
    .find((code) => code !== undefined && isAboutMailbox(code));
}

/**
 * Returns a recipient's status. Some servers give 5.0.0, and the code of the server that refused
 * only in its words.
 */
function codeIn(fields: string): string | undefined {
  const [, status] = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(fields) ?? [];
  if (status !== '5.0.0') return status;
  return /^diagnostic-code:.*?\b(5\.\d{1,3}\.\d{1,3})\b/im.exec(fields)?.[1];
}

function messageIdIn(email: string): string | undefined {
  const [head = ''] = email.split(/\r?\n\r?\n/, 1);
  return /^message-id:\s*(<[!-;=?-~]{1,250}>)/im.exec(head)?.[1];
}
