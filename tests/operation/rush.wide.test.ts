import '#server/steps.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireOffers } from '#features/events/attendance/jobs/expire-offers.ts';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { Random } from '#tests/crash/random.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { overHttp, type Answer, type Send } from '#tests/crash/transport.ts';
import { serverOfFile } from '#tests/support/of-file.ts';
import { hour } from '#contract/platform/durations.ts';
import { factoriesFor } from '#tests/support/factories.ts';
import { raceSeed as seed } from '#tests/support/seed.ts';
import { ensureBuild } from './support.ts';

const rounds = Number(process.env.RUSH_ROUNDS ?? 2);
const crowd = 500;
const capacity = 50;

const server = await serverOfFile();
let opened: OpenDatabase;
let survivor: ServerProcess;

const startProcess = () => new ServerProcess({ DATABASE_URL: server.url, DEMO: 'false' });

beforeAll(async () => {
  await ensureBuild();
  survivor = startProcess();
  await survivor.ready;
  opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
}, 180_000);

afterAll(async () => {
  await opened.close();
  await survivor.stop();
});

interface Person {
  id: string;
  cookie: string;
  guests: number;
  changesMind: boolean;
}

async function gather(random: Random) {
  const inHours = (hours: number) => new Date(Date.now() + hours * hour);
  const make = factoriesFor(opened.db, { read: () => new Date(), inHours }, Date.now());
  const group = await make.group();
  const people: Person[] = [];
  for (let count = 0; count < crowd; count += 1) {
    const person = await make.member(group);
    people.push({
      id: person.id,
      cookie: `session=${await make.session(person)}`,
      guests: random.between(0, 4),
      changesMind: random.between(0, 4) === 0,
    });
  }
  return { people, newEvent: () => make.event({ group, capacity, guestsAllowed: 3 }) };
}

/**
 * Tries the other process where one died during the call, and waits where a process is overloaded.
 */
async function sendUntilAnswered(
  sends: readonly Send[],
  ...call: Parameters<Send>
): Promise<Answer> {
  for (const send of sends) {
    for (;;) {
      const answer = await send(...call).catch(() => undefined);
      if (!answer) break;
      if (answer.status !== 503) return answer;
      await pause(Number(answer.retryAfter ?? 1) * 1_000);
    }
  }
  throw new Error('no process answered');
}

/** Returns the refusal's code, or that there was none. */
const outcomeOf = ({ status, body }: Answer): string =>
  status < 300 ? 'done' : (body as { code: string }).code;

/** RSVPs, joins the waiting list where the event is full, and may cancel at the end. */
async function attendOrWait(
  eventId: number,
  { cookie, guests, changesMind }: Person,
  sends: readonly Send[],
): Promise<string> {
  const [rsvps, list] = [`/api/events/${eventId}/rsvps`, `/api/events/${eventId}/waitlist`];
  const body = { guests };
  for (let again = 0; again < 20; again += 1) {
    const asked = outcomeOf(await sendUntilAnswered(sends, 'POST', rsvps, { cookie, body }));
    if (asked === 'done' && !changesMind) return 'going';
    if (asked === 'done')
      return outcomeOf(await sendUntilAnswered(sends, 'DELETE', rsvps, { cookie }));
    if (asked !== 'full') return asked;
    const waits = outcomeOf(await sendUntilAnswered(sends, 'PUT', list, { cookie, body }));
    if (waits === 'done') return 'on the list';
    // Somebody cancelled in between, so there was room after all.
    if (waits !== 'conflict') return waits;
  }
  return 'turned away twenty times';
}

const placesOfRows = `(select coalesce(sum(1 + companions), 0) from rsvps
  where event_id = e.id and status in ('going', 'offered'))`;

/** Records the highest number of places taken, by rows and by count, until it is stopped. */
async function watch(eventId: number, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    const { rows } = await opened.db.$client.query<{ taken: number }>(
      `select greatest(places_taken, ${placesOfRows})::int as taken from events e where id = $1`,
      [eventId],
    );
    most = Math.max(most, rows[0]?.taken ?? 0);
    await pause(20);
  }
  return most;
}

const attendanceByPerson = async (eventId: number) =>
  new Map(
    (
      await opened.db.$client.query<{ id: string; word: string }>(
        `select user_id as id, case status when 'going' then status else 'on the list' end as word
         from rsvps where event_id = $1`,
        [eventId],
      )
    ).rows.map(({ id, word }) => [id, word]),
  );

const counts = async (eventId: number) =>
  (
    await opened.db.$client.query<{ taken: number; places: number; twice: number }>(
      `select places_taken as taken, ${placesOfRows}::int as places,
        (select count(*)::int from (select from outbox where kind = 'place_offered'
           and (payload ->> 'eventId')::int = e.id group by recipient_id having count(*) > 1) t) as twice
       from events e where id = $1`,
      [eventId],
    )
  ).rows[0];

test(
  `500 people at once take 50 places at two processes, of which one dies midway (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const random = new Random(seed);
    const { people, newEvent } = await gather(random);
    for (let round = 0; round < rounds; round += 1) {
      const doomed = startProcess();
      const addresses = [await doomed.ready, await survivor.ready];
      const [toDoomed, toSurvivor] = addresses.map((address) => overHttp(address));
      const { id } = await newEvent();
      const over = new AbortController();
      const watching = watch(id, over.signal);
      let answered = 0;
      const words = await Promise.all(
        people.map(async (person, at) => {
          const sends = at % 2 === 0 ? [toDoomed!, toSurvivor!] : [toSurvivor!];
          const word = await attendOrWait(id, person, sends);
          answered += 1;
          if (answered === crowd / 2) await doomed.killAll();
          return word;
        }),
      );
      over.abort();
      expect(await watching).toBeLessThanOrEqual(capacity);
      await expireOffers(opened.db, new Date());
      const attendance = await attendanceByPerson(id);
      // People who cancelled neither attend nor wait.
      const broken = people.filter(
        (person, at) => (attendance.get(person.id) ?? 'done') !== words[at],
      );
      expect(broken).toEqual([]);
      const counted = await counts(id);
      expect(counted).toEqual({ taken: counted?.places, places: counted?.places, twice: 0 });
      expect(counted?.taken).toBeGreaterThan(capacity - 4);
      const going = words.filter((word) => word === 'going').length;
      console.info(
        `round ${round + 1}: ${going} go, ${attendance.size - going} wait, ${counted?.taken} of ${capacity} places taken`,
      );
    }
  },
);
