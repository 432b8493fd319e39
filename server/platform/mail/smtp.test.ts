import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf, startMailServer, type MailServer } from '#tests/support/smtp.ts';
import { openSmtp, DeliveryError } from './smtp.ts';

/** How long an email may take in these tests; in production it is 90 seconds. */
const patienceMs = 400;
/** The delay that a busy machine may add. */
const slackMs = 4_000;

const mail = {
  from: { name: 'Hall', address: 'hall@example.org' },
  replyTo: 'hall@example.org',
  to: 'ada@example.com',
  messageId: '<one@example.org>',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  unsubscribeUrl: undefined,
};

/** Sends single characters now and then, and never a whole line. */
function drip(socket: Socket): void {
  const tap = setInterval(() => socket.write('2'), 20);
  socket.on('close', () => clearInterval(tap));
}

/** Answers correctly up to a command, and misbehaves there. */
const until =
  (command: string, trouble: (socket: Socket) => void) =>
  (socket: Socket): void => {
    socket.write('220 ready\r\n');
    socket.on('data', (bytes) => {
      if (bytes.toString().startsWith(command)) return trouble(socket);
      return void socket.write('250 fine\r\n');
    });
  };

const troubles: [string, (socket: Socket) => void][] = [
  ['says nothing', () => {}],
  ['greets letter by letter', drip],
  ['hangs up at once', (socket) => socket.destroy()],
  ['speaks another protocol', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['turns everybody away for now', (socket) => socket.end('421 too busy\r\n')],
  ['turns everybody away', (socket) => socket.end('554 no\r\n')],
  ['falls silent at the sender', until('MAIL', () => {})],
  ['answers the sender letter by letter', until('MAIL', drip)],
  ['answers half a line and hangs up', until('RCPT', (socket) => socket.end('25'))],
  ['answers without end', until('EHLO', (socket) => void socket.write('250-a\r\n'.repeat(50)))],
  ['refuses the message for now', until('DATA', (socket) => void socket.write('451 later\r\n'))],
  ['hangs up in the message', until('DATA', (socket) => socket.destroy())],
];

describe('a mail server that', () => {
  const cleanUps: (() => void)[] = [];
  afterAll(() => cleanUps.forEach((cleanUp) => cleanUp()));

  async function serve(behave: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      behave(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return (server.address() as AddressInfo).port;
  }

  async function failureOf(url: string): Promise<DeliveryError> {
    const post = await openSmtp(url, patienceMs);
    const began = performance.now();
    const failure: unknown = await post.send(mail).catch((error: unknown) => error);
    post.close();
    expect(performance.now() - began).toBeLessThan(patienceMs + slackMs);
    if (!(failure instanceof DeliveryError)) throw new Error(`It was sent: ${String(failure)}`);
    return failure;
  }

  it.concurrent.each(troubles)('%s fails the email in time for another try', async (_, behave) => {
    const failure = await failureOf(`smtp://127.0.0.1:${await serve(behave)}`);
    expect(failure.isPermanent).toBe(false);
    expect(failure.message).not.toContain('ada@example.com');
  });

  it.concurrent('has broken TLS fails the email in time for another try', async () => {
    const port = await serve((socket) => socket.write('220 no TLS here\r\n'));
    expect((await failureOf(`smtps://127.0.0.1:${port}`)).isPermanent).toBe(false);
  });

  it.concurrent('is missing fails the email in time for another try', async () => {
    expect((await failureOf('smtp://127.0.0.1:1')).isPermanent).toBe(false);
  });
});

describe('a mail server that hangs and recovers', () => {
  let well: MailServer;
  beforeAll(async () => {
    well = await startMailServer();
  });
  afterAll(() => well.close());

  it('gets the next email from the same process', async () => {
    const post = await openSmtp(well.url, patienceMs);
    well.onMessage = () => new Promise(() => {});
    await expect(post.send(mail)).rejects.toMatchObject({
      message: 'ETIMEDOUT',
      isPermanent: false,
    });
    well.onMessage = undefined;
    await post.send({ ...mail, messageId: '<two@example.org>' });
    expect(well.received.map((each) => headerOf(each, 'message-id'))).toEqual([
      '<two@example.org>',
    ]);
    post.close();
  });
});

describe('a text that looks like an encoded word', () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.close());

  it.each([
    '=?utf-8?b?Q2xhaW0gwqM1MDA6IGV2aWwuZXhhbXBsZQ==?=',
    '=?UTF-8?Q?Claim_=C2=A3500?=',
    'Quiz =?utf-8?b?ZXZpbA==?= night',
    'Café =?utf-8?b?ZXZpbA==?=',
    '"=?utf-8?b?ZXZpbA==?=" <evil@example.com>',
    `=?utf-8?q?${'e'.repeat(130)}?=`,
    `${'é🎉'.repeat(30)}=?utf-8?q?evil?=`,
    '=?utf-8?b?Q2xhaW0',
  ])('arrives as it was typed: %s', async (text) => {
    const client = await openSmtp(server.url);
    server.received.length = 0;
    await client.send({ ...mail, subject: text, from: { ...mail.from, name: text } });
    client.close();
    const { raw } = server.received[0]!;
    const { subject, from } = await PostalMime.parse(raw);
    expect(subject).toBe(text);
    expect(from).toMatchObject({ name: text, address: mail.from.address });
    expect(raw.match(/^(?:Subject|From):/gim)).toHaveLength(2);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(200);
  });
});
