import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  /** The raw message, headers and all. */
  raw: string;
}

export interface MailServer {
  url: string;
  received: Received[];
  /** Resolves when the server has accepted the next message. */
  arrival: () => Promise<unknown>;
  /** The replies to the next recipients and messages, in order; it accepts all later ones. */
  answers: { recipient: (Error | undefined)[]; message: (Error | undefined)[] };
  /** Called after a message arrives, before the server accepts it. */
  onMessage: ((raw: string) => Promise<void> | undefined) | undefined;
  close: () => Promise<void>;
}

/** A reply with another code than 250. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/** Starts a mail server on this machine that stores its messages. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const arrivals = new EventEmitter();
  const answers: MailServer['answers'] = { recipient: [], message: [] };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // In milliseconds: a test that leaves a message hanging is over.
    closeTimeout: 50,
    onRcptTo: (_, __, done) => done(answers.recipient.shift()),
    onData: (stream, { envelope }, done) => {
      const take = async () => {
        // A client that dies mid-message has sent nothing.
        const raw = await text(stream).catch(() => undefined);
        if (raw === undefined) return;
        await mail.onMessage?.(raw);
        const failure = answers.message.shift();
        if (failure) return done(failure);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
        arrivals.emit('mail');
      };
      void take();
    },
  });
  // Tests include clients that disconnect mid-message.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    arrival: () => once(arrivals, 'mail'),
    answers,
    onMessage: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}

const encodedWord = /=\?utf-8\?([bq])\?([^?]*)\?=/gi;

/** Decodes the encoded words of a header (RFC 2047), as email programs do. */
const decodeWords = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(encodedWord, (_, encoding: string, encoded: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString()
        : decodeURIComponent(
            encoded.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%'),
          ),
    );

/** Returns a header of a message, unfolded and decoded; undefined where there is none. */
export function headerOf({ raw }: Received, name: string): string | undefined {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const prefix = `${name.toLowerCase()}:`;
  const line = lines.find((each) => each.toLowerCase().startsWith(prefix));
  return line && decodeWords(line.slice(prefix.length).trim());
}

/** Reads the message's plain text. */
export const textOf = ({ raw }: Received): string =>
  partsOf(raw).find(({ contentType }) => contentType.startsWith('text/plain'))?.content ?? '';

/** A leaf part of a message, decoded. */
export interface Part {
  contentType: string;
  disposition: string;
  content: string;
}

export function partsOf(raw: string): Part[] {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const contentType = lineOf(head, 'content-type');
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary) {
    const inner = body.split(`--${boundary}`).slice(1, -1);
    return inner.flatMap((each) => partsOf(each.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  }
  const content = decoded(body, lineOf(head, 'content-transfer-encoding'));
  return [{ contentType, disposition: lineOf(head, 'content-disposition'), content }];
}

/** Returns a header of a part, unfolded; empty where there is none. */
const lineOf = (head: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? '';

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? unquoted(body) : body;
}

const unquoted = (quoted: string) =>
  Buffer.from(
    quoted
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    'latin1',
  ).toString();
