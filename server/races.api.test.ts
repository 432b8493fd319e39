import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { Random } from '#tests/crash/random.ts';
import { broken } from '#tests/races/invariants.ts';
import { decisions } from '#tests/races/decisions.ts';
import type { Mutation } from '#tests/races/mutation.ts';
import { mutations } from '#tests/races/mutations.ts';
import { createRaceFixture } from '#tests/races/fixture.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { raceSeed as seed } from '#tests/support/seed.ts';
import { users } from './features/base/accounts/tables.ts';
import { remindAttendees, remindOnDevices } from './features/events/events/jobs/reminders.ts';
import { eraseGuests } from './features/events/attendance/mutations/erasure.ts';
import { dropUnusedPictures } from './features/base/media/mutations.ts';
import { sendMessages } from './features/events/messages/jobs.ts';
import { readConfig } from './platform/config.ts';
import { lockAndOfferPlaces } from './features/events/attendance/mutations/offers.ts';

const app = await startTestApp();
const config = readConfig({});
const mailer = await createTestMailer(app);

/** How often every pair runs; without it, a sample of pairs runs once, as in `npm test`. */
const rounds = Number(process.env.RACE_ROUNDS ?? 0);
const sample = 20;

/** Jobs of the site that run beside the calls. */
const ownAccord: Mutation[] = [
  {
    name: 'emails go out',
    run: async () => {
      await mailer.deliver();
      return 200;
    },
  },
  {
    name: 'pictures that nothing shows are dropped',
    run: async () => {
      await dropUnusedPictures(app.db, new Date(Date.now() + 60_000));
      return 200;
    },
  },
  {
    name: 'attendees are reminded',
    run: async () => {
      await remindAttendees(app.db, app.clock.inHours(6.5 * 24));
      return 200;
    },
  },
  {
    name: 'attendees are reminded on their devices',
    run: async () => {
      await remindOnDevices(app.db, app.clock.inHours(7 * 24 - 1));
      return 200;
    },
  },
  {
    name: 'messages go',
    run: async () => {
      await sendMessages(app.db, config, app.clock.inHours(0.1));
      return 200;
    },
  },
  {
    name: 'requests of guests lapse',
    run: async () => {
      await eraseGuests(app.db, app.clock.inHours(25));
      return 200;
    },
  },
  {
    name: 'offers run out',
    run: async ({ full, offered, open }) => {
      for (const { id } of [full, offered, open])
        await lockAndOfferPlaces(app.db, id, app.clock.inHours(45));
      return 200;
    },
  },
];

const all = [...mutations, ...decisions(app), ...ownAccord];
const pairs = all.flatMap((first, at) => all.slice(at).map((second) => ({ first, second })));

const chosen = (random: Random) =>
  rounds > 0
    ? Array.from({ length: rounds }, () => pairs).flat()
    : Array.from({ length: sample }, () => pairs[random.between(0, pairs.length)]!);

/**
 * The fixture's admins are the only ones: with admins of earlier fixtures, two could leave at once.
 */
const dismissAdmins = () =>
  app.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'));

/** Starts one together with the other, or some milliseconds before or after it. */
async function race(first: Mutation, second: Mutation, random: Random) {
  const fixture = await createRaceFixture(app, dismissAdmins);
  const begin = async (mutation: Mutation, delay: number) => {
    if (delay > 0) await pause(delay);
    return mutation.run(fixture);
  };
  const [early, late] = [0, Math.max(0, random.between(-3, 6))];
  const delays = random.coin() ? [early, late] : [late, early];
  return Promise.all([begin(first, delays[0] ?? 0), begin(second, delays[1] ?? 0)]);
}

test.runIf(inject('databases').engine === 'postgres')(
  `two simultaneous changes leave every invariant intact (seed ${seed})`,
  { timeout: 60_000 + rounds * pairs.length * 500 },
  async () => {
    const random = new Random(seed);
    const began = performance.now();
    let succeeded = 0;
    const run = chosen(random);
    for (const { first, second } of run) {
      const outcomes = await race(first, second, random);
      succeeded += outcomes.filter((outcome) => typeof outcome === 'number').length;
      const of = `${first.name} (${outcomes[0]}) | ${second.name} (${outcomes[1]})`;
      const failed = outcomes.includes('internal') || outcomes.includes('unavailable');
      expect({ of, failed, broken: await broken(app.db) }).toEqual({
        of,
        failed: false,
        broken: {},
      });
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.info(
      `${run.length} runs of the ${pairs.length} pairs of ${all.length} changes in ${seconds} s; ` +
        `${succeeded} of ${run.length * 2} changes were made, the others refused`,
    );
  },
);
