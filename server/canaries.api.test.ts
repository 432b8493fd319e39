import { notInArray, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsToRead, pagesToRead } from '#tests/canaries/addresses.ts';
import { plant, type Planted } from '#tests/canaries/fixture.ts';
import { roles, type Role } from '#tests/canaries/roles.ts';
import { sendPostcodes, unit } from '#tests/canaries/venues.ts';
import { startTestApp } from '#tests/support/app.ts';
import { oneIn } from '#tests/support/breadth.ts';
import { ownOrigin } from '#tests/support/client.ts';
import { client as registered, startIssuer } from '#tests/support/issuer.ts';
import { mails } from './platform/mail/tables.ts';
import { productionPages } from './ssr/production.ts';

const provider = await startIssuer();
provider.serve(`${ownOrigin}/api/login/callback`);
afterAll(() => provider.stop());

const log: string[] = [];
const app = await startTestApp(
  {
    oidc: { issuer: provider.url, clientId: registered.id, clientSecret: registered.secret },
    logLevel: 'trace',
  },
  {
    measured: true,
    pages: await productionPages(),
    logTo: { write: (line) => void log.push(line) },
  },
);

const readers = oneIn(2, roles);

let planted: Planted;
/** The places where each role found each secret. */
const found = new Map<Role, Record<string, string[]>>();
let read = 0;

beforeAll(async () => {
  planted = await plant(app, log);
  for (const role of readers) found.set(role, await walk(role));
  console.info(`${read} answers read as ${readers.length} roles`);
});

async function walk(role: Role): Promise<Record<string, string[]>> {
  const places: Record<string, string[]> = {};
  const addresses = [...callsToRead(planted.ids), ...pagesToRead(planted.ids)];
  for (const url of addresses) {
    const text = await everythingAt(url, role);
    read += 1;
    for (const [secret, { text: canary }] of Object.entries(planted.secrets)) {
      // The caller already knew an id in the address.
      if (text.includes(canary) && !url.includes(canary)) (places[secret] ??= []).push(url);
    }
  }
  return places;
}

/** Returns the answer with its headers, and unpacks an archive. */
async function everythingAt(url: string, role: Role): Promise<string> {
  const session = planted.clients[role].session;
  const response = await app.fastify.inject({
    method: 'GET',
    url,
    headers: { host: 'villagehall.test', ...(session && { cookie: `session=${session}` }) },
  });
  if (response.statusCode >= 500) throw new Error(`${url} answered ${response.statusCode}`);
  const { 'set-cookie': _, ...headers } = response.headers;
  const body =
    response.headers['content-type'] === 'application/zip'
      ? Object.values(unzipSync(response.rawPayload))
          .map((file) => strFromU8(file))
          .join('\n')
      : response.body;
  return JSON.stringify(headers) + body;
}

describe.each(readers)('a %s', (role) => {
  it('reads no secret that is hidden from them', () => {
    const leaks = Object.entries(found.get(role) ?? {}).filter(
      ([secret]) => !planted.secrets[secret]?.seenBy.includes(role),
    );
    expect(Object.fromEntries(leaks)).toEqual({});
  });

  it('reads every secret that they may see', () => {
    const missing = Object.entries(planted.secrets)
      .filter(([secret, { seenBy }]) => seenBy.includes(role) && !found.get(role)?.[secret])
      .map(([secret]) => secret);
    expect(missing).toEqual([]);
  });
});

describe.each(readers.filter((role) => role === 'holder'))(
  'people whom the %s has blocked',
  (holder) => {
    // The settings and the page of a report show it.
    it('appear only in the list of blocks', () => {
      const places = found.get(holder)?.['first name of whom the holder has blocked'] ?? [];
      expect(places.filter((url) => !/^\/(api\/user\/blocks|settings|report\/)/.test(url))).toEqual(
        [],
      );
    });
  },
);

describe('an email', () => {
  it("shows other people only the holder's first name, and never the reporter's", async () => {
    const { people, reporter, secrets } = planted;
    const self = [people.holder.id, reporter.id];
    const others = await app.db.select().from(mails).where(notInArray(mails.recipientId, self));
    expect(others.map(({ kind }) => kind)).toContain('request_received');
    const visibleSecrets = Object.keys(secrets).filter((secret) =>
      JSON.stringify(others).includes(secrets[secret]?.text ?? ''),
    );
    // Admin rows of emails name the recipient by id, and the person an organiser is notified about.
    const ids = new Set(['id of a member', 'id of an organiser']);
    expect(visibleSecrets.filter((secret) => !ids.has(secret))).toEqual([
      'first name',
      'a message to organisers',
      'what is hidden: title',
      'what is hidden: titleThere',
      // The guest has written to the organisers.
      'first name of a guest',
      // The confirmation to the adult who answered names the child.
      'first name of a child',
    ]);
  });
});

/** Secrets that grant access or sign their holder in. */
const openers = () =>
  Object.entries(planted.secrets).filter(([, { seenBy }]) => seenBy.length === 0);

describe('a key for one mailbox, browser or app', () => {
  it('is in no stored email', async () => {
    const rows = JSON.stringify(await app.db.select().from(mails));
    expect(rows).toContain('Choose a new password for Villagehall');
    expect(openers().filter(([, { text }]) => rows.includes(text))).toEqual([]);
  });

  it('is in no line of the log at its most detailed level', () => {
    expect(log.length).toBeGreaterThan(100);
    const lines = log.join('');
    expect(lines).toContain('password_reset');
    expect(openers().filter(([, { text }]) => lines.includes(text))).toEqual([]);
  });
});

describe('a complaint', () => {
  it('is not in the log, nor are its outcome and address', () => {
    const lines = log.join('');
    expect(lines).toContain('/api/complaints');
    const { complaint, complainer, outcome, ownComplaint } = planted.word;
    const words = [complaint, complainer, outcome, ownComplaint];
    expect(words.filter((word) => lines.includes(word))).toEqual([]);
  });
});

describe('a guest without an account', () => {
  it('is not in the log, nor is anybody whom an organiser has added', () => {
    const lines = log.join('');
    expect(lines).toContain('/api/guest-rsvps/confirm');
    const { names, address } = planted.came;
    const words = [address, ...Object.values(names)];
    expect(words.filter((word) => lines.includes(word))).toEqual([]);
  });
});

describe('the last letters of a postcode', () => {
  it('are in no answer, log line, metric or row, whichever call they are sent to', async () => {
    const answers = await sendPostcodes(app.fastify, pagesToRead(planted.ids));
    const isShown = (text: string) => text.toUpperCase().includes(unit);
    const telling = [...answers]
      .filter(([, answer]) => isShown(answer))
      .map(([request]) => request);
    expect(telling).toEqual([]);
    expect([...answers.values()].join()).toContain('near=CA12+5');
    const events = await app.db.execute(sql`select e::text as line from events e`);
    const rows = JSON.stringify(events.rows);
    expect(rows).toContain('CA12 5');
    const metrics = (await app.metrics?.registry.metrics()) ?? '';
    for (const text of [rows, metrics, log.join('')]) {
      expect(text.length).toBeGreaterThan(100);
      expect(isShown(text)).toBe(false);
    }
  });
});

describe('a search', () => {
  it.each(['venue', 'hiddenVenue', 'comment', 'lastName', 'email', 'bio', 'town'] as const)(
    'finds visitors nothing by a %s that they may not see',
    async (secret) => {
      const word = planted.word[secret].slice(0, 16);
      const { visitor } = planted.clients;
      for (const query of [{ q: word }, { location: word }]) {
        expect((await visitor.call('GET /api/events', { query })).body).toEqual([]);
      }
      expect((await visitor.call('GET /api/groups', { query: { q: word } })).body).toEqual([]);
    },
  );

  it('finds an unapproved group for its own people only', async () => {
    for (const role of ['visitor', 'outsider', 'member'] as const) {
      const query = { q: planted.word.hiddenName };
      const { body } = await planted.clients[role].call('GET /api/groups', { query });
      expect(body).toEqual([]);
    }
  });
});
