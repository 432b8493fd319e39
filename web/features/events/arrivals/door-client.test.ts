import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Arrival, saveArrivals } from '#contract/events/arrivals.ts';
import { hour, minute, second } from '#contract/platform/durations.ts';
import { applyArrivals, type Party, type SentArrival } from '#features/events/arrivals/policy.ts';
import { fuzzSeed } from '#tests/support/seed.ts';
import { DoorClient, type DoorAnswer, type DoorTransport } from './door-client.ts';
import { partiesOf, setAsideOf, unsentOf, type DoorView, type OwnArrival } from './engine.ts';
import { memoryStore, type DoorStore } from './store.ts';

const expected = 200;
const start = Date.parse('2026-06-20T18:00:00.000Z');

/** The site, with the rule of the real one. */
class Site {
  now = start;
  isReachable = true;
  /** Failures that the next calls are answered with instead. */
  readonly failures: DoorAnswer[] = [];
  /** The next answer to a call that was taken gets lost. */
  losesAnswer = false;
  readonly sizes: number[] = [];
  readonly parties = new Map<string, Party>(
    Array.from({ length: expected }, (_, at) => {
      const id = String(at + 1);
      return [id, { id, rsvpId: at + 1, walkIn: null, people: 3, word: null }];
    }),
  );

  transport = (): DoorTransport => ({
    read: async (etag) => this.#answer(() => this.#read(etag)),
    send: async (body) => this.#answer(() => this.#save(body)),
  });

  #answer(answer: () => DoorAnswer): DoorAnswer {
    if (!this.isReachable) return { status: 0 };
    const failure = this.failures.shift();
    if (failure) return failure;
    const given = answer();
    if (!this.losesAnswer) return given;
    this.losesAnswer = false;
    return { status: 0 };
  }

  #read(etag: string | null): DoorAnswer {
    const view = this.view();
    const tag = JSON.stringify(view);
    return tag === etag ? { status: 304 } : { status: 200, body: view, etag: tag };
  }

  #save(body: object): DoorAnswer {
    const { device, arrivals } = saveArrivals.body.parse(body);
    this.sizes.push(arrivals.length);
    const sent: SentArrival[] = arrivals.map((each) => {
      const arrival = Arrival.safeParse(each).data;
      const { id = '', walkIn } = each as { id?: string; walkIn?: { id: string } };
      return { id: walkIn ? `w${walkIn.id}` : id, arrival };
    });
    const said = { device, byId: null, helper: null };
    const { results } = applyArrivals(this.parties, sent, said, new Date(this.now));
    return { status: 200, body: { results } };
  }

  view(): DoorView {
    const people = [...this.parties.values()].map(({ id, walkIn, people: size, word }) => ({
      id,
      kind: walkIn ? ('walk_in' as const) : ('member' as const),
      status: 'going' as const,
      firstName: walkIn?.name ?? `Person ${id}`,
      children: [],
      people: size,
      here: word?.here ?? 0,
      at: word?.at.toISOString() ?? null,
      by: null,
      firstTime: false,
    }));
    const event = {
      id: 1,
      title: 'Ceilidh',
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 4 * hour).toISOString(),
      capacity: null,
    };
    return { event, people, counts: { expected: 0, here: 0, walkIns: 0 } };
  }
}

class Killed extends Error {}

/** A phone that can be killed between any two writes, and opened again. */
class Phone {
  skew: number;
  /** Counts down to the write at which the phone is killed. */
  writesLeft = Infinity;
  readonly said: OwnArrival[] = [];
  device = '';
  #disk = memoryStore();
  #client: DoorClient;
  #site: Site;

  constructor(site: Site, skew: number) {
    this.#site = site;
    this.skew = skew;
    this.#client = this.#start();
  }

  #start(): DoorClient {
    const disk = this.#disk;
    const store: DoorStore = {
      ...disk,
      say: async (...said) => {
        this.#mayBeKilled();
        const word = await disk.say(...said);
        this.said.push(word);
        this.#mayBeKilled();
        return word;
      },
      change: async (...changed) => {
        this.#mayBeKilled();
        const kept = await disk.change(...changed);
        this.#mayBeKilled();
        return kept;
      },
    };
    const now = () => this.#site.now + this.skew;
    return new DoorClient({
      store,
      transport: this.#site.transport(),
      door: '1',
      isLink: false,
      now,
    });
  }

  #mayBeKilled(): void {
    this.writesLeft -= 1;
    if (this.writesLeft < 0) throw new Killed();
  }

  async open(): Promise<void> {
    this.device = await this.#disk.device();
    this.writesLeft = Infinity;
    this.#client = this.#start();
    await this.#client.open();
  }

  /** Does something, and is opened again if it is killed in the middle. */
  async #orDies(act: () => Promise<void>): Promise<void> {
    await act().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return this.open();
    });
  }

  shown = () => partiesOf(this.kept());
  kept = () => this.#client.state().kept;
  trouble = () => this.#client.state().trouble;
  left = () => this.#client.state().left;

  say = (id: string, here: number, walkIn?: OwnArrival['walkIn']) =>
    this.#orDies(() => this.#client.say({ id, here, ...(walkIn && { walkIn }) }));

  sync = () => this.#orDies(() => this.#client.sync());
  drop = (id: string) => this.#client.dropRefused(id);
}

async function twoPhones(skew: number) {
  const site = new Site();
  const phones = [new Phone(site, 0), new Phone(site, skew)] as const;
  for (const phone of phones) {
    await phone.open();
    await phone.sync();
  }
  return { site, phones };
}

const step = fc.record({
  phone: fc.constantFrom(0, 1),
  act: fc.constantFrom('here', 'here', 'here', 'here', 'twice', 'undo', 'walk in', 'back', 'die'),
  person: fc.integer({ min: 1, max: expected }),
  here: fc.integer({ min: 0, max: 3 }),
  writes: fc.integer({ min: 0, max: 3 }),
});

test('after three hours without a network two phones and the site show the same of everybody', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(-10, 0, 10),
      fc.array(step, { minLength: 100, maxLength: 400 }),
      fc.array(fc.constantFrom('lost', 'busy', 'down', 'die', 'fine'), { maxLength: 12 }),
      async (skew, steps, returns) => {
        const { site, phones } = await twoPhones(skew * minute);
        site.isReachable = false;
        for (const [at, { phone: which, act, person, here, writes }] of steps.entries()) {
          site.now += Math.round((3 * hour) / steps.length);
          const phone = phones[which === 0 ? 0 : 1];
          const id = String(person);
          if (act === 'here') await phone.say(id, here);
          if (act === 'twice') for (const _ of [1, 2]) await phone.say(id, 3);
          if (act === 'undo') for (const next of [3, 0]) await phone.say(id, next);
          const walkIn = { id: `walked-in-${at}`, name: 'Morag', people: 2 };
          if (act === 'walk in') await phone.say(`w${walkIn.id}`, 2, walkIn);
          if (act === 'back') phone.skew -= 5 * second;
          if (act === 'die') phone.writesLeft = writes;
        }
        site.isReachable = true;
        for (const [at, what] of returns.entries()) {
          site.now += 15 * second;
          const phone = phones[at % 2 === 0 ? 0 : 1];
          if (what === 'lost') site.losesAnswer = true;
          if (what === 'busy') site.failures.push({ status: 429, retryAfter: 5 });
          if (what === 'down') site.failures.push({ status: 503 });
          if (what === 'die') phone.writesLeft = at % 4;
          await phone.sync();
        }
        for (const phone of [...phones, ...phones]) {
          phone.writesLeft = Infinity;
          site.now += minute;
          await phone.sync();
        }

        const latest = new Map<string, { word: OwnArrival; device: string }>();
        for (const { said, device } of phones)
          for (const word of said) {
            const before = latest.get(word.id);
            const [one, other] = [word.at, before?.word.at ?? ''];
            if (one > other || (one === other && device > (before?.device ?? '')))
              latest.set(word.id, { word, device });
          }
        const onSite = site.view().people.map(({ id, here, at }) => ({ id, here, at }));
        for (const { id, here, at } of onSite) {
          const word = latest.get(id)?.word;
          expect({ id, here, at }).toEqual({ id, here: word?.here ?? 0, at: word?.at ?? null });
        }
        expect(onSite).toHaveLength(
          expected + [...latest.keys()].filter((id) => id.startsWith('w')).length,
        );
        for (const phone of phones) {
          expect(phone.shown().map(({ id, here, at }) => ({ id, here, at }))).toEqual(onSite);
          expect(phone.kept().words).toEqual([]);
        }
      },
    ),
    { numRuns: 50, seed: fuzzSeed },
  );
});

test('an arrival survives the death of the phone, and times never go back', async () => {
  const { site, phones } = await twoPhones(0);
  const [phone] = phones;
  site.isReachable = false;
  await phone.say('7', 3);
  phone.skew = -hour;
  await phone.open();
  expect(phone.shown().find(({ id }) => id === '7')).toMatchObject({ here: 3, isUnsent: true });
  await phone.say('7', 0);
  await phone.say('8', 1);
  expect(phone.said.map(({ at }) => at)).toEqual(phone.said.map(({ at }) => at).toSorted());
  site.isReachable = true;
  await phone.sync();
  expect(site.parties.get('7')?.word?.here).toBe(0);
  expect(site.parties.get('8')?.word?.here).toBe(1);
});

test('an undo on a slow phone outranks the arrival that it undoes', async () => {
  const { site, phones } = await twoPhones(-10 * minute);
  const [right, slow] = phones;
  await right.say('7', 3);
  await right.sync();
  await slow.sync();
  await slow.say('7', 0);
  site.now += minute;
  await slow.sync();
  await right.sync();
  expect(right.shown().find(({ id }) => id === '7')?.here).toBe(0);
});

test('at most 200 arrivals are sent at a time', async () => {
  const { site, phones } = await twoPhones(0);
  site.isReachable = false;
  for (let at = 0; at < 230; at++)
    await phones[0].say(`wnumber-${at + 1000}`, 1, {
      id: `number-${at + 1000}`,
      name: 'Ivo',
      people: 1,
    });
  site.isReachable = true;
  await phones[0].sync();
  expect(site.sizes).toEqual([200, 30]);
  expect(phones[0].kept().words).toEqual([]);
});

test('a refused arrival is set aside and keeps nothing back', async () => {
  const { site, phones } = await twoPhones(0);
  const [phone] = phones;
  site.parties.delete('3');
  await phone.say('3', 1);
  await phone.say('4', 99);
  await phone.say('5', 2);
  await phone.sync();
  expect(setAsideOf(phone.kept()).map(({ id, refused }) => [id, refused])).toEqual([
    ['3', 'not_found'],
    ['4', 'invalid'],
  ]);
  expect(unsentOf(phone.kept())).toEqual([]);
  expect(site.parties.get('5')?.word?.here).toBe(2);
  await phone.drop('3');
  await phone.drop('4');
  expect(phone.kept().words).toEqual([]);
});

test('a refusal of all keeps what waits and says why', async () => {
  const { site, phones } = await twoPhones(0);
  const [phone] = phones;
  const message = 'The door closed 7 days after the event';
  site.failures.push({ status: 409, body: { message } });
  await phone.say('5', 2);
  await phone.sync();
  expect(phone.trouble()).toEqual({ why: 'refused', message });
  expect(unsentOf(phone.kept())).toHaveLength(1);
  await phone.sync();
  expect(phone.trouble()).toBeNull();
  expect(site.parties.get('5')?.word?.here).toBe(2);
});

test('a phone that the site slows down asks no sooner', async () => {
  const { site, phones } = await twoPhones(0);
  const [phone] = phones;
  site.failures.push({ status: 429, retryAfter: 60 });
  await phone.say('5', 2);
  await phone.sync();
  expect(phone.trouble()?.why).toBe('unreachable');
  site.now += 15 * second;
  await phone.sync();
  expect(unsentOf(phone.kept())).toHaveLength(1);
  site.now += 45 * second;
  await phone.sync();
  expect(unsentOf(phone.kept())).toEqual([]);
});

test('when a link has ended the list goes, and what was not sent can be saved', async () => {
  const { site } = await twoPhones(0);
  const store = memoryStore();
  const client = new DoorClient({
    store,
    transport: site.transport(),
    door: 'link',
    isLink: true,
    now: () => site.now,
  });
  await client.open();
  await client.sync();
  await client.say({ id: '5', here: 2, name: 'Person 5' });
  site.failures.push({ status: 401, body: { message: 'This link has ended' } });
  await client.sync();
  expect(client.state()).toMatchObject({
    trouble: { why: 'ended', message: 'This link has ended' },
    left: [{ id: '5', here: 2, name: 'Person 5' }],
  });
  const kept = await store.read('link');
  expect(kept.view).toBeNull();
  expect(JSON.stringify(kept)).not.toContain('Person');
  expect(kept.words).toHaveLength(1);
});

test('a list that another member has read is shown once the site has admitted this one', async () => {
  const { site } = await twoPhones(0);
  const store = memoryStore();
  const doorOf = (reader: string | undefined) =>
    new DoorClient({
      store,
      transport: site.transport(),
      door: 'event/1',
      isLink: false,
      reader,
      now: () => site.now,
    });
  const first = doorOf('1');
  await first.open();
  await first.sync();
  const other = doorOf('2');
  await other.open();
  expect(other.state().kept.view).toBeNull();
  await other.sync();
  expect(other.state().kept.view?.people).toHaveLength(expected);

  for (const reader of ['2', undefined]) {
    const again = doorOf(reader);
    await again.open();
    expect(again.state().kept.view?.people).toHaveLength(expected);
  }
});
