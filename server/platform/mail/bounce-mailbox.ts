import type { ImapFlowError } from 'imapflow';
import { second } from '#contract/platform/durations.ts';
import { DeadlineError, withDeadline } from '#platform/process/deadline.ts';

/** How many reports one reading handles, and how much of each: its end is the email itself. */
const mostAtOnce = 100;
const mostBytes = 128 * 1024;

/** The time limit for one reading. */
const longestMs = 30 * second;

/**
 * Yields each unread delivery report of a mailbox, and marks it as read once the caller asks for
 * the next one. Other emails stay as they are.
 * @throws Error without the server's words, which may name people
 */
export async function* unreadReports(
  mailbox: string,
  timeoutMs = longestMs,
): AsyncGenerator<Uint8Array> {
  const { ImapFlow } = await import('imapflow');
  const { folder, ...access } = accessTo(new URL(mailbox));
  const client = new ImapFlow({ ...access, ...imapOptions });
  // Without a listener the process would end. The command under way fails by itself.
  client.on('error', () => {});
  const until = performance.now() + timeoutMs;
  const inTime = <T>(command: () => Promise<T>) =>
    withDeadline({ longestMs: Math.max(0, until - performance.now()) }, command);
  let failure: string | undefined;
  try {
    await inTime(() => client.connect());
    await inTime(() => client.mailboxOpen(folder));
    const query = { seen: false, header: { 'content-type': 'delivery-status' } };
    const unread = (await inTime(() => client.search(query, { uid: true }))) || [];
    for (const uid of unread.slice(0, mostAtOnce).map(String)) {
      const part = { source: { start: 0, maxLength: mostBytes } };
      const message = await inTime(() => client.fetchOne(uid, part, { uid: true }));
      if (message && message.source) yield message.source;
      await inTime(() => client.messageFlagsAdd(uid, ['\\Seen'], { uid: true }));
    }
    await inTime(() => client.logout());
  } catch (error) {
    failure = reasonOf(error as ImapFlowError);
  } finally {
    client.close();
  }
  if (failure) throw new Error(`BOUNCE_IMAP_URL can't be read (${failure})`);
}

function accessTo(url: URL) {
  const isSecure = url.protocol === 'imaps:';
  return {
    host: url.hostname.replace(/^\[(.+)\]$/, '$1'),
    port: Number(url.port) || (isSecure ? 993 : 143),
    secure: isSecure,
    doSTARTTLS: false,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
}

/** Returns a code of the server or the connection. */
function reasonOf(error: ImapFlowError | DeadlineError): string {
  if (error instanceof DeadlineError) return error.message;
  const { serverResponseCode, code, mailboxMissing } = error;
  return mailboxMissing ? 'no such folder' : (serverResponseCode ?? code ?? 'no reason given');
}

const imapOptions = {
  logger: false,
  clientInfo: {},
  disableAutoIdle: true,
  disableCompression: true,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 20 * second,
  maxLiteralSize: 2 * mostBytes,
  maxLineLength: 1024 * 1024,
  maxResponseSize: 2 * 1024 * 1024,
} as const;
