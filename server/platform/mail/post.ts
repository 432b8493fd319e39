import type { Ics } from '#platform/calendar/invitation.ts';
import type { Mailbox } from '#platform/config.ts';
import { errorCode } from '#platform/db/database.ts';
import { second } from '#contract/platform/durations.ts';

export interface OutgoingMail {
  from: Mailbox;
  replyTo: string;
  to: string;
  /** Each attempt uses this id, so that programs recognise a repeated email. */
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** Where a mail program unsubscribes by a POST (RFC 8058). */
  unsubscribeUrl: string | undefined;
  /** For the recipient's calendar. */
  calendar?: Ics | undefined;
}

/** A way out of the house; fails with a `PostError` and nothing else. */
export interface Post {
  send: (mail: OutgoingMail) => Promise<void>;
  /** Drops emails being sent: their leases run out, and they are sent again. */
  close: () => void;
}

/** Why something could not be sent, in words without personal data. */
export class PostError extends Error {
  /** Trying again would change nothing. */
  readonly permanent: boolean;

  constructor(reason: string, permanent: boolean, options?: ErrorOptions) {
    super(reason, options);
    this.permanent = permanent;
  }
}

/** Mails sent at the same time: what somebody waits for waits for no other mail. */
export const connections = { awaited: 2, other: 4 };

/** How long sending one mail may take: a server that says a little now and then is never quite silent. */
const longestMs = 90 * second;

/** The mail server of `SMTP_URL`; its parts are loaded by those alone who have one. */
export async function openSmtp(url: string, patienceMs = longestMs): Promise<Post> {
  const { createTransport } = await import('nodemailer');
  const open = () => createTransport({ url, ...manners });
  let transport = open();
  /** Breaks off what takes too long, and the connections of all who wait for the same server. */
  const within = async (sending: Promise<unknown>, used: typeof transport) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => {
      reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
      if (transport === used) transport = open();
      used.close({ force: true });
    }, patienceMs);
    sending.catch(() => {});
    try {
      await Promise.race([sending, promise]);
    } finally {
      clearTimeout(limit);
    }
  };
  return {
    send: async (mail) => {
      try {
        const used = transport;
        await within(used.sendMail(onTheWire(mail)), used);
      } catch (error) {
        throw smtpFailure(error);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** How every server is spoken to. */
const manners = {
  pool: true,
  maxConnections: connections.awaited + connections.other,
  // Whether to try again is decided here, where tries are counted.
  maxRequeues: 0,
  connectionTimeout: 20 * second,
  greetingTimeout: 20 * second,
  socketTimeout: 60 * second,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** A mail as the library is handed it. */
const onTheWire = ({
  from,
  replyTo,
  to,
  messageId,
  subject,
  text,
  html,
  unsubscribeUrl,
  calendar,
}: OutgoingMail) => ({
  from,
  replyTo,
  messageId,
  subject,
  text,
  html,
  to: { name: '', address: to },
  // Whom it reaches is settled here, whatever a header might be read as.
  envelope: { from: from.address, to: [to] },
  // A part beside the text, which programs act on, and a file, which a person can open.
  ...(calendar && { icalEvent: { ...calendar, filename: 'event.ics' } }),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl && {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

/** The server's words may hold the address: its codes alone are kept. */
function smtpFailure(error: unknown): PostError {
  const { responseCode, response } = (error ?? {}) as { responseCode?: number; response?: string };
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0];
  const code = errorCode(error) ?? 'unknown';
  const reason = [code, responseCode, enhanced].filter((part) => part !== undefined).join(' ');
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE';
  const permanent = refused && responseCode !== undefined && responseCode >= 500;
  return new PostError(reason, permanent, { cause: error });
}
