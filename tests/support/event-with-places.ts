import type { TestApp } from './app.ts';
import type { Event, User } from './factories.ts';

type Person = Pick<User, 'id'>;
type Columns = Parameters<TestApp['make']['event']>[0];

/** Whether somebody comes, and with whom. */
export interface AnswerForm {
  answer: 'going' | 'cant';
  note?: string | null;
  guests?: number;
  who?: { self: boolean; household: number[] };
}

/** Creates an event with a number of places, and the actions of people who want to attend. */
export async function createEventWithPlaces(app: TestApp, columns: Columns = {}) {
  const { make } = app;
  const group = await make.group();
  const event = await make.event({ group, guestsAllowed: 5, ...columns });
  return hallFor(app, group, event);
}

/** Creates one that begins in an hour, for its organiser at the door. */
export async function createEventTonight(app: TestApp, columns: Columns = {}) {
  const [startTime, endTime] = [app.clock.inHours(1), app.clock.inHours(3)];
  const hall = await createEventWithPlaces(app, { startTime, endTime, ...columns });
  return { ...hall, organiser: await app.as(hall.group.owner) };
}

export type EventWithPlaces = Awaited<ReturnType<typeof createEventWithPlaces>>;

function hallFor({ make, as, clock }: TestApp, group: { id: number; owner: Person }, event: Event) {
  const params = { id: event.id };
  const waitlist = 'PUT /api/events/:id/waitlist';
  const seenBy = async (person: Person) =>
    (await (await as(person)).call('GET /api/events/:id', { params })).body;
  const partyOf = (guests?: number) => (guests === undefined ? {} : { guests });

  const attend = async (person: Person, guests?: number) =>
    (await as(person)).outcome('POST /api/events/:id/rsvps', { params, body: partyOf(guests) });
  const wait = async (person: Person, guests?: number) =>
    (await as(person)).outcome(waitlist, { params, body: partyOf(guests) });

  /** Changes the event as the organiser. */
  const change = async (body: Record<string, unknown>) =>
    (await as(group.owner)).outcome('PATCH /api/events/:id', { params, body });

  /** Creates a member for each number, who attends or waits with this many guests. */
  const each =
    (ask: typeof attend) =>
    async (...parties: number[]): Promise<User[]> => {
      const people: User[] = [];
      for (const guests of parties) {
        const person = await make.member(group);
        const outcome = await ask(person, guests);
        if (outcome !== 201) throw new Error(`a party of ${guests} guests got ${outcome}`);
        people.push(person);
      }
      return people;
    };

  return {
    group,
    event,
    params,
    attend,
    wait,
    going: each(attend),
    waiting: each(wait),
    member: () => make.member(group),
    cancel: async (person: Person) =>
      (await as(person)).outcome('DELETE /api/events/:id/rsvps', { params }),
    passOn: async (person: Person) =>
      (await as(person)).outcome('DELETE /api/events/:id/waitlist', { params }),
    admitFromWaitlist: async (organiser: Person, person: Person) =>
      (await as(organiser)).outcome('POST /api/events/:id/waitlist/:userId', {
        params: { ...params, userId: person.id },
      }),
    change,
    /** Lets the event begin in this many hours. */
    move: (hours: number) =>
      change({
        startTime: clock.inHours(hours).toISOString(),
        endTime: clock.inHours(hours + 2).toISOString(),
      }),
    seenBy,
    /** Answers whether somebody comes. */
    say: async (person: Person, body: AnswerForm) =>
      (await as(person)).outcome('PUT /api/events/:id/answer', { params, body }),
    /** Lists the members who have given this answer, as the organiser. */
    answers: async (state: 'going' | 'cant' | 'none') =>
      (
        await (
          await as(group.owner)
        ).call('GET /api/events/:id/answers', { params, query: { state } })
      ).body,
    /** Reads each person's own RSVP. */
    own: async (...people: Person[]) => {
      const states = [];
      for (const person of people) states.push((await seenBy(person)).rsvp);
      return states;
    },
    /** Describes each person's state in a word. */
    standing: async (...people: Person[]) => {
      const states = [];
      for (const person of people) states.push((await seenBy(person)).rsvp?.status ?? null);
      return states;
    },
    places: async () => {
      const { attendeeCount, placesTaken, placesLeft } = await seenBy(group.owner);
      return { attendeeCount, placesTaken, placesLeft };
    },
  };
}
