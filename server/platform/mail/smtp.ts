import type { Ics } from '#platform/calendar/invitation.ts';
import type { Mailbox } from '#platform/config.ts';
import { errorCode } from '#platform/db/database.ts';
import { DeadlineError, withDeadline } from '#platform/process/deadline.ts';
import { second } from '#contract/platform/durations.ts';
import { logoId } from './html.ts';
import { isUnknownMailbox, mailboxReplies } from './unknown-mailbox.ts';

/** An email as sent. */
export interface OutgoingEmail {
  from: Mailbox;
  replyTo: string;
  to: string;
  /** Equal for all attempts, so mail programs recognise an email sent twice. */
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** Mail programs unsubscribe by a POST to it (RFC 8058). */
  unsubscribeUrl: string | undefined;
  /** The site's own picture, as PNG. */
  logo?: Buffer | undefined;
  /** For the recipient's calendar. */
  calendar?: Ics | undefined;
}

/** Sends emails by SMTP; fails only with a `DeliveryError`. */
export interface SmtpClient {
  send: (email: OutgoingEmail) => Promise<void>;
  /** Drops emails under way: their leases end, and they are sent again. */
  close: () => void;
}

/** An email or text message could not be sent; the reason contains no personal data. */
export class DeliveryError extends Error {
  /** Another attempt would change nothing. */
  readonly isPermanent: boolean;
  /** The server knows no such mailbox. */
  readonly isUnknownAddress: boolean;

  constructor(
    reason: string,
    isPermanent: boolean,
    { isUnknownAddress = false, ...options }: ErrorOptions & { isUnknownAddress?: boolean } = {},
  ) {
    super(reason, options);
    this.isPermanent = isPermanent;
    this.isUnknownAddress = isUnknownAddress;
  }
}

/** How many emails are sent at the same time; urgent ones never wait for others. */
export const smtpConnections = { urgent: 2, other: 4 };

/** The time limit for one email, since a server that drips bytes is never silent. */
const longestMs = 90 * second;

/** Connects to the mail server of `SMTP_URL`. The library is loaded only if there is one. */
export async function openSmtp(url: string, timeoutMs = longestMs): Promise<SmtpClient> {
  const { createTransport } = await import('nodemailer');
  const open = () => createTransport({ url, ...smtpOptions });
  let transport = open();
  /** Aborts an email that takes too long, and all connections to the same server. */
  const withTimeout = async (sending: Promise<unknown>, used: typeof transport) => {
    try {
      await withDeadline({ longestMs: timeoutMs }, () => sending);
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      if (transport === used) transport = open();
      used.close({ force: true });
      throw Object.assign(error, { code: 'ETIMEDOUT' });
    }
  };
  return {
    send: async (email) => {
      try {
        const used = transport;
        await withTimeout(used.sendMail(toNodemailer(email)), used);
      } catch (error) {
        throw smtpFailure(error);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

const smtpOptions = {
  pool: true,
  maxConnections: smtpConnections.urgent + smtpConnections.other,
  // The outbox counts attempts.
  maxRequeues: 0,
  connectionTimeout: 20 * second,
  greetingTimeout: 20 * second,
  socketTimeout: 60 * second,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** Converts an email to the library's format. */
const toNodemailer = ({
  from,
  replyTo,
  to,
  messageId,
  subject,
  text,
  html,
  unsubscribeUrl,
  logo,
  calendar,
}: OutgoingEmail) => ({
  ...(isEncodedWord(from.name) ? {} : { from }),
  ...(isEncodedWord(subject) ? {} : { subject }),
  replyTo: { name: '', address: replyTo },
  messageId,
  text,
  html,
  to: { name: '', address: to },
  normalizeHeaderKey: (key: string) => (key === encodedFrom ? 'From' : key),
  // The envelope decides who gets it, however a header is parsed.
  envelope: { from: from.address, to: [to] },
  ...(logo && { attachments: [{ filename: 'logo.png', content: logo, cid: logoId }] }),
  // One part beside the text for mail programs, and one file for people.
  ...(calendar && { icalEvent: { ...calendar, filename: 'event.ics' } }),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(isEncodedWord(from.name) && {
      [encodedFrom]: `${encodedWords(from.name)} <${from.address}>`,
    }),
    ...(isEncodedWord(subject) && {
      Subject: { prepared: true, foldLines: true, value: encodedWords(subject) },
    }),
    ...(unsubscribeUrl && {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

/**
 * Tells whether mail programs would decode a part of a header's text, so that its reader sees
 * another text than the site has checked (RFC 2047). The library passes ASCII on as it is.
 */
const isEncodedWord = (text: string): boolean => text.includes('=?');

/** Renamed as it is written: the library would quote an encoded name in a header named From. */
const encodedFrom = 'X-Encoded-From';

/** The most bytes of an encoded word, whose length is limited to 75 characters. */
const wordBytes = 45;

/** Encodes a text in words of whole characters (RFC 2047). */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const word = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(word) > wordBytes) words.push(character);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** Keeps only the server's codes: its words may contain the address. */
function smtpFailure(error: unknown): DeliveryError {
  const { responseCode, response, command } = (error ?? {}) as SmtpError;
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0];
  const code = errorCode(error) ?? 'unknown';
  const reason = [code, responseCode, enhanced].filter((part) => part !== undefined).join(' ');
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isPermanent = refused && responseCode !== undefined && responseCode >= 500;
  // A bare refusal of a recipient is about them, unless it says otherwise.
  const rejection = { status: enhanced ?? '5.1.0', words: response ?? '' };
  const isUnknownAddress =
    command === 'RCPT TO' &&
    mailboxReplies.has(String(responseCode)) &&
    isUnknownMailbox(rejection);
  return new DeliveryError(reason, isPermanent, { cause: error, isUnknownAddress });
}

interface SmtpError {
  responseCode?: number;
  response?: string;
  command?: string;
}
