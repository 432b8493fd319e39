import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { problemsWith as listProblems } from '#tests/support/doctor.ts';
import { startImapServer } from '#tests/support/imap.ts';
import { startMailServer } from '#tests/support/smtp.ts';

const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
afterAll(() => rm(folder, { recursive: true }));

const problemsWith = (settings: Record<string, string> = {}) =>
  listProblems({ DATA_DIR: folder, ...settings });

describe('a machine that can run the site', () => {
  it('has no problem, with a folder that is yet to be made', async () => {
    expect(await problemsWith({ DATA_DIR: join(folder, 'not', 'yet') })).toEqual([]);
  });

  it('has none with a mail server that answers', async () => {
    const server = await startMailServer();
    expect(await problemsWith({ SMTP_URL: server.url })).toEqual([]);
    expect(server.received).toEqual([]);
    await server.close();
  });
});

describe('a site that is running', () => {
  it('keeps its port without a problem', async () => {
    const site = createHttpServer((_, response) =>
      response.end(JSON.stringify({ status: 'alive', version: '0.3.0' })),
    ).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    expect(await problemsWith({ PORT: String(port) })).toEqual([]);
    site.close();
  });
});

describe('the doctor explains what to do about', () => {
  it('a bounce mailbox that refuses its password', async () => {
    const mailbox = await startImapServer();
    expect(await problemsWith({ BOUNCE_IMAP_URL: mailbox.url })).toEqual([]);
    expect(await problemsWith({ BOUNCE_IMAP_URL: mailbox.url.replace('secret', 'guess') })).toEqual(
      [
        "BOUNCE_IMAP_URL can't be read (AUTHENTICATIONFAILED). Check its name, password and folder.",
      ],
    );
    await mailbox.close();
  });

  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await problemsWith({ PORT: String(port) })).toEqual([
      `PORT ${port} is already in use; set PORT to a free one`,
    ]);
    other.close();
  });

  it('an address of another machine', async () => {
    expect(await problemsWith({ HOST: '192.0.2.1' })).toEqual([
      'HOST 192.0.2.1 is not an address of this machine; set HOST to one that is',
    ]);
  });

  it('a folder that can’t be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const [problem] = await problemsWith({ DATA_DIR: join(file, 'data') });
    expect(problem).toMatch(/this user can't write to .*\/file\. Run as its owner/);
  });

  it.runIf(process.getuid?.() === 0)('a folder of another user, when it runs as root', async () => {
    const theirs = join(folder, 'theirs');
    mkdirSync(theirs);
    chownSync(theirs, 54_321, 54_321);
    expect(await problemsWith({ DATA_DIR: theirs })).toEqual([
      `The data folder ${theirs} belongs to the user #54321. Run this as that user, as in sudo -u '#54321'.`,
    ]);
  });

  it('a mail server that does not answer', async () => {
    expect(await problemsWith({ SMTP_URL: 'smtp://127.0.0.1:1' })).toEqual([
      'SMTP_URL: the mail server does not answer (ESOCKET). Check its name and port, and that your host allows outgoing mail.',
    ]);
  });

  it.each(['SMTP_URL', 'DATABASE_URL', 'BOUNCE_IMAP_URL'])(
    'a server of %s that never ends its greeting',
    async (name) => {
      const server = createServer((socket) => {
        const tap = setInterval(() => socket.write('*'), 20);
        socket.on('error', () => {}).on('close', () => clearInterval(tap));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const scheme = { SMTP_URL: 'smtp', DATABASE_URL: 'postgres', BOUNCE_IMAP_URL: 'imap' }[name];
      const [problem] = await listProblems(
        { DATA_DIR: folder, [name]: `${scheme}://a:b@127.0.0.1:${port}/x` },
        300,
      );
      expect(problem).toContain(name);
      server.close();
    },
  );

  it('a public name without an address', async () => {
    expect(await problemsWith({ PUBLIC_URL: 'https://nowhere.invalid' })).toEqual([
      "PUBLIC_URL: nowhere.invalid has no address. Add an A or AAAA record at your domain's provider.",
    ]);
  });

  it('a database server that accepts no connection', async () => {
    const [problem] = await problemsWith({ DATABASE_URL: 'postgres://x@127.0.0.1:1/y' });
    expect(problem).toMatch(/^DATABASE_URL: no connection \(.*ECONNREFUSED.*\)\. Check that/);
  });
});
