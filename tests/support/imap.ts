import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface StoredMessage {
  raw: string;
  isSeen: boolean;
}

export interface ImapServer {
  /** The mailbox's address. */
  url: string;
  messages: StoredMessage[];
  /** The commands that it hangs up at, and leaves without an answer. */
  hangsUpAt: string | undefined;
  silentAt: string | undefined;
  close: () => Promise<void>;
}

const account = 'bounces secret';

/** Starts an IMAP server (RFC 3501) with one mailbox, as far as a reader of bounces needs it. */
export async function startImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    createInterface({ input: socket })
      .on('error', () => {})
      .on('line', (line) => answer(line, socket, mailbox));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mailbox: ImapServer = {
    url: `imap://bounces:secret@127.0.0.1:${port}`,
    messages: [],
    hangsUpAt: undefined,
    silentAt: undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return mailbox;
}

function answer(line: string, socket: Socket, mailbox: ImapServer): void {
  const [, tag, command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? [];
  if (command === mailbox.hangsUpAt) {
    socket.destroy();
    return;
  }
  if (command === mailbox.silentAt) return;
  const [status, ...untagged] = (answers[command] ?? unknown)(rest, mailbox);
  for (const each of untagged) socket.write(`* ${each}\r\n`);
  socket.write(`${tag} ${status}\r\n`);
  if (command === 'LOGOUT') socket.end();
}

/** The tagged status first, then the untagged responses. */
type Answer = (rest: string, mailbox: ImapServer) => [string, ...string[]];

const unknown: Answer = () => ['BAD unknown command'];

const answers: Record<string, Answer> = {
  CAPABILITY: () => ['OK', 'CAPABILITY IMAP4rev1'],
  LOGIN: (rest) =>
    rest.replaceAll('"', '') === account
      ? ['OK']
      : ['NO [AUTHENTICATIONFAILED] bounces may not enter'],
  LIST: () => ['OK', String.raw`LIST (\HasNoChildren) "/" INBOX`],
  SELECT: (_, { messages }) => [
    'OK [READ-WRITE]',
    String.raw`FLAGS (\Seen)`,
    `${messages.length} EXISTS`,
    'OK [UIDVALIDITY 1]',
    `OK [UIDNEXT ${messages.length + 1}]`,
  ],
  'UID SEARCH': (rest, { messages }) => {
    const [, name = '', value = ''] = /HEADER "?([\w-]+)"? "?([\w-]+)"?/.exec(rest) ?? [];
    const header = new RegExp(String.raw`^${name}:.*(?:\r\n\s.*)*${value}`, 'im');
    const found = messages.flatMap(({ raw, isSeen }, index) =>
      !isSeen && header.test(raw.split('\r\n\r\n', 1)[0] ?? '') ? [index + 1] : [],
    );
    return ['OK', `SEARCH ${found.join(' ')}`.trim()];
  },
  'UID FETCH': (rest, { messages }) => {
    const [, uid = '', length = ''] = /^(\d+) .*<0\.(\d+)>/.exec(rest) ?? [];
    const source = messages[Number(uid) - 1]?.raw.slice(0, Number(length)) ?? '';
    return ['OK', `${uid} FETCH (UID ${uid} BODY[]<0> {${source.length}}\r\n${source})`];
  },
  'UID STORE': (rest, { messages }) => {
    const uid = Number(/^\d+/.exec(rest)?.[0]);
    const message = messages[uid - 1];
    if (message) message.isSeen ||= rest.includes(String.raw`+FLAGS (\Seen)`);
    return ['OK', String.raw`${uid} FETCH (UID ${uid} FLAGS (\Seen))`];
  },
  LOGOUT: () => ['OK', 'BYE'],
};
