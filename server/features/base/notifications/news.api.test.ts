import { beforeEach, describe, expect, it } from 'vitest';
import { notificationTopics } from '#contract/base/notifications.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { emailFixtures } from '#tests/support/emails.ts';
import type { User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { startPushing, type Phone } from '#tests/support/pushing.ts';
import { expireOffers } from '#features/events/attendance/jobs/expire-offers.ts';
import { askEverybody } from '#features/events/attendance/jobs/ask.ts';
import { notifyOfReviews } from '#features/operations/site-stats/jobs.ts';
import { sendMessages } from '#features/events/messages/jobs.ts';
import { remindAttendees, remindOnDevices } from '#features/events/events/jobs/reminders.ts';
import { transaction } from '#platform/db/database.ts';
import { emailDefinitions, notificationTopicOf, type EmailKind } from '#platform/mail/email.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { outbox } from '#platform/mail/tables.ts';
import { pushes } from '#platform/push/tables.ts';

const { app, service, deliver, phoneOf, sentTo } = await startPushing();
const { db, make, clock } = app;
const mailer = await createCapturingMailer(app, undefined, { RATE_LIMITS: 'off' });

beforeEach(async () => {
  clock.reset();
  service.clear();
  mailer.sent.length = 0;
  await db.delete(outbox);
  await db.delete(pushes);
});

const choose = (
  { client }: Phone,
  topics: { [T in (typeof notificationTopics)[number]]?: { email?: boolean; push?: boolean } },
) => client.call('PATCH /api/user/notifications', { body: { topics } });

/** A person who has chosen everything on their phone. */
async function eager(columns: Parameters<typeof make.user>[0] = {}) {
  const person = await make.user(columns);
  const phone = await phoneOf(person);
  const all = Object.fromEntries(notificationTopics.map((topic) => [topic, { push: true }]));
  await choose(phone, { ...all, reminders: { push: true, email: false } });
  return { person, phone };
}

const kinds = Object.keys(emailFixtures) as EmailKind[];
const newsKinds = kinds.filter((kind) => notificationTopicOf(emailDefinitions.read()[kind]));
const otherKinds = kinds.filter((kind) => !newsKinds.includes(kind));

/** Texts that no locked phone may show. */
const secrets = {
  location: 'Secret Venue 17',
  text: 'Between us only',
  reason: 'For private reasons',
};
const words = {
  firstName: 'Ada',
  group: 'Fell Walkers',
  title: 'A walk by the lake',
  titleBefore: 'A walk',
  subject: 'Bring boots',
  ...secrets,
};

async function deliverKind(kind: EmailKind) {
  const { person, phone } = await eager(kind === 'reviews_due' ? { role: 'admin' } : {});
  const { payload } = await emailFixtures[kind]({ db, make, clock, words }, person);
  await db.delete(pushes);
  await choose(phone, { fundraising: { push: true } });
  await transaction(db, (tx) => enqueue(tx, kind, person.id, payload as never, clock.read()));
  await deliver();
  await mailer.deliver();
  const subject = mailer.sent.find(({ to }) => to === person.email)?.subject;
  return { person, phone, subject, sent: sentTo(phone) };
}

describe('news', () => {
  it.each(newsKinds)(
    'of the kind %s comes to the phone once, in the email’s words',
    async (kind) => {
      const { sent, subject } = await deliverKind(kind);
      expect(sent).toHaveLength(1);
      const [payload] = sent;
      expect(payload?.title).toBe(subject ?? payload?.title);
      // Fixed words and numbers: no link that is a key has such a path.
      expect(payload?.path).toMatch(
        /^\/(?:$|my-events$|events(?:\/\d+)?$|groups(?:\/\d+)?$|admin$)/,
      );
      const shown = JSON.stringify(payload);
      expect(Object.values(secrets).filter((secret) => shown.includes(secret))).toEqual([]);
    },
  );

  it.each(otherKinds)('excludes the account’s own email %s', async (kind) => {
    const { person, phone } = await eager();
    const { payload } = await emailFixtures[kind]({ db, make, clock, words }, person);
    await db.delete(pushes);
    await transaction(db, (tx) => enqueue(tx, kind, person.id, payload as never, clock.read()));
    await deliver();
    expect(sentTo(phone)).toEqual([]);
  });
});

const titles = (phone: Phone) => sentTo(phone).map(({ title }) => title);
const pushesTo = ({ browser }: Phone) =>
  service.received.filter((push) => push.browser === browser);
const emailsTo = ({ email }: User) =>
  mailer.sent.filter(({ to }) => to === email).map(({ subject }) => subject);

describe('a member who has chosen nothing', () => {
  it('gets a moved event by email and on the phone, replacing the earlier notification', async () => {
    const hall = await createEventWithPlaces(app, { startTime: clock.inHours(48) });
    const [person] = (await hall.going(0)) as [User];
    const phone = await phoneOf(person);
    await mailer.deliver();
    for (const hours of [50, 52]) {
      await hall.move(hours);
      await deliver();
    }
    await mailer.deliver();
    expect(titles(phone)).toEqual([`Changed: ${hall.event.title}`, `Changed: ${hall.event.title}`]);
    const [first, second] = pushesTo(phone);
    expect(first?.payload.tag).toBe(second?.payload.tag);
    expect(first?.headers.topic).toBe(second?.headers.topic);
    expect(emailsTo(person)).toContain(`Changed: ${hall.event.title}`);
  });

  it('gets an offered place until its end, and then its end, in its place', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 1, startTime: clock.inHours(96) });
    const [inside] = (await hall.going(0)) as [User];
    const [person] = (await hall.waiting(0)) as [User];
    const phone = await phoneOf(person);
    await hall.cancel(inside);
    await deliver();
    expect(titles(phone)).toEqual([expect.stringContaining('yours until')]);
    const [own] = await hall.own(person);
    const ends = (own?.status === 'offered' && own.offerExpiresAt) || '';
    const seconds = (Date.parse(ends) - clock.read().getTime()) / 1_000;
    expect(Number(pushesTo(phone)[0]?.headers.ttl)).toBe(seconds);
    clock.advanceHours(45);
    await hall.seenBy(hall.group.owner);
    await expireOffers(db, clock.read());
    await deliver();
    expect(new Set(sentTo(phone).map(({ tag }) => tag)).size).toBe(1);
    expect(titles(phone).at(-1)).toContain('We couldn’t keep your place any longer');
  });

  it('gets no offer on the phone for a place that they took meanwhile', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 1, startTime: clock.inHours(96) });
    const [inside] = (await hall.going(0)) as [User];
    const [person] = (await hall.waiting(0)) as [User];
    const phone = await phoneOf(person);
    await hall.cancel(inside);
    expect(await hall.attend(person)).toBe(201);
    await deliver();
    expect(titles(phone)).toEqual([]);
  });

  it('learns that they were admitted, from the list or into a group', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 1 });
    await hall.going(0);
    const [person] = (await hall.waiting(0)) as [User];
    const phone = await phoneOf(person);
    await hall.change({ capacity: 2 });
    await hall.admitFromWaitlist(hall.group.owner, person);
    const group = await make.group({ joinPolicy: 'approval' });
    const params = { id: group.id };
    await phone.client.call('POST /api/groups/:id/members', { params });
    await (
      await app.as(group.owner)
    ).call('PATCH /api/groups/:id/members/:userId', {
      params: { ...params, userId: person.id },
      body: { status: 'approved' },
    });
    await deliver();
    expect(new Set(titles(phone))).toEqual(
      new Set([`You’re in: ${hall.event.title}`, `Welcome to ${group.name}`]),
    );
  });

  it('gets a phone reminder two hours before the start, once, and an email the day before', async () => {
    const startTime = clock.inHours(24);
    const event = await make.event({ startTime, createdAt: clock.inHours(-48) });
    const person = await make.user();
    await make.rsvp(event, person, clock.inHours(-48));
    const phone = await phoneOf(person);
    const remind = async () => {
      await remindAttendees(db, clock.read());
      await remindOnDevices(db, clock.read());
      await deliver();
      await mailer.deliver();
    };
    await remind();
    expect([titles(phone), emailsTo(person)]).toEqual([[], [`Tomorrow: ${event.title}`]]);
    clock.advanceHours(22);
    await remind();
    await remind();
    expect(sentTo(phone)).toEqual([
      {
        title: `Starts at 1:00 PM: ${event.title}`,
        body: expect.not.stringContaining(event.location),
        path: `/events/${event.id}`,
        tag: `event:${event.id}`,
      },
    ]);
    expect(pushesTo(phone)[0]?.headers.ttl).toBe(String(2 * 3_600));
    expect(emailsTo(person)).toHaveLength(1);
  });

  it('gets no phone reminder for an RSVP of the last two hours', async () => {
    const event = await make.event({
      startTime: clock.inHours(1.5),
      createdAt: clock.inHours(-48),
    });
    const person = await make.user();
    await make.rsvp(event, person);
    const phone = await phoneOf(person);
    await remindOnDevices(db, clock.read());
    await deliver();
    expect(titles(phone)).toEqual([]);
  });

  it('gets no other news on the phone', async () => {
    const { person, phone } = await eager();
    const rest = Object.fromEntries(
      notificationTopics.map((topic) => [topic, { push: topic === 'urgent' }]),
    );
    await choose(phone, rest);
    const { payload } = await emailFixtures.group_news({ db, make, clock, words }, person);
    await transaction(db, (tx) => enqueue(tx, 'group_news', person.id, payload, clock.read()));
    await deliver();
    expect(titles(phone)).toEqual([]);
  });
});

/** Sends a message to the members of a group, one of whom has chosen. */
async function message(choice: { email?: boolean; push?: boolean }, asksForDonations = false) {
  const group = await make.group();
  const person = await make.member(group);
  const phone = await phoneOf(person);
  await choose(phone, { [asksForDonations ? 'fundraising' : 'messages']: choice });
  const organiser = await app.as(group.owner);
  await organiser.call('POST /api/groups/:id/messages', {
    params: { id: group.id },
    body: {
      subject: 'Bring boots',
      text: 'It has rained for a week.',
      audience: 'members',
      asksForDonations,
    },
  });
  clock.advanceHours(1);
  await sendMessages(db, mailer.deps.config, clock.read());
  await deliver();
  await mailer.deliver();
  return { phone: titles(phone), emails: emailsTo(person) };
}

describe('a member who chose the phone alone', () => {
  const onPhone = { email: false, push: true };

  it('gets new events of their group', async () => {
    const group = await make.group();
    const person = await make.member(group);
    const phone = await phoneOf(person);
    await choose(phone, { groupNews: onPhone });
    const organiser = await app.as(group.owner);
    await organiser.call('POST /api/events', {
      body: {
        title: 'A walk by the lake',
        description: 'Once round the lake, with a stop at the jetty.',
        location: 'The Landing Stage',
        categoryId: 2,
        groupId: group.id,
        startTime: clock.inHours(72).toISOString(),
        endTime: clock.inHours(74).toISOString(),
      },
    });
    clock.advanceHours(24);
    await deliver();
    await mailer.deliver();
    expect(titles(phone)).toEqual([`New in ${group.name}: A walk by the lake`]);
    expect(emailsTo(person)).toEqual([]);
  });

  it('is asked whether they come', async () => {
    const group = await make.group({ asksEverybody: true });
    const phone = await phoneOf(await make.member(group));
    await choose(phone, { asking: onPhone });
    const event = await make.event({ group, startTime: clock.inHours(60) });
    await askEverybody(db, clock.read());
    await deliver();
    expect(titles(phone)).toEqual([`Are you coming? ${event.title}`]);
  });

  it('gets the items to review once a day, as an admin', async () => {
    const phone = await phoneOf(await make.admin());
    await choose(phone, { reviews: onPhone });
    await make.group({ status: 'pending_approval' });
    for (const hours of [1, 1, 23]) {
      await notifyOfReviews(db, clock.read());
      await deliver();
      await mailer.deliver();
      clock.advanceHours(hours);
    }
    expect(titles(phone)).toHaveLength(1);
    await notifyOfReviews(db, clock.read());
    await deliver();
    expect(titles(phone)).toHaveLength(2);
  });

  it('gets an appeal for donations', async () => {
    const { phone, emails } = await message(onPhone, true);
    expect([phone, emails]).toEqual([['Bring boots'], []]);
  });
});

describe('a full event', () => {
  async function filled(choice: { email?: boolean; push?: boolean } | undefined) {
    const hall = await createEventWithPlaces(app, { capacity: 2 });
    const owner = await make.user();
    await make.membership(hall.group, owner, { isOrganizer: true });
    const phone = await phoneOf(owner);
    if (choice) await choose(phone, { fullEvents: choice });
    await hall.going(1);
    await deliver();
    await mailer.deliver();
    return { hall, phone, owner };
  }

  it('is reported to organisers who chose so, on the phone or by email', async () => {
    const { hall, phone, owner } = await filled({ push: true });
    expect(titles(phone)).toEqual([`Full: ${hall.event.title}`]);
    expect(emailsTo(owner)).toEqual([]);
    const byEmail = await filled({ email: true });
    expect(titles(byEmail.phone)).toEqual([]);
    expect(emailsTo(byEmail.owner)).toEqual([`Full: ${byEmail.hall.event.title}`]);
  });

  it('is reported to nobody who has chosen nothing', async () => {
    const { phone, owner } = await filled(undefined);
    expect([titles(phone), emailsTo(owner)]).toEqual([[], []]);
  });

  it('is reported again only once it had room in between', async () => {
    const { hall, phone } = await filled({ push: true });
    const person = await hall.member();
    await hall.wait(person);
    await deliver();
    expect(titles(phone)).toHaveLength(1);
  });
});

describe('a group for under 18s', () => {
  it('names nobody who asks to join on the phone of an organiser', async () => {
    const group = await make.group({ audience: 'under18', joinPolicy: 'approval' });
    const phone = await phoneOf(group.owner);
    await choose(phone, { groupRequests: { push: true } });
    const asking = await app.as(await make.user({ firstName: 'Zebedee' }));
    await asking.call('POST /api/groups/:id/members', { params: { id: group.id } });
    await deliver();
    expect(titles(phone)).toEqual([`Somebody would like to join ${group.name}`]);
  });
});

describe('an adult who brings a child', () => {
  it('never reads its name on the phone', async () => {
    const { person, phone } = await eager();
    const hall = await createEventWithPlaces(app, {
      audience: 'families',
      startTime: clock.inHours(48),
      createdAt: clock.inHours(-48),
    });
    await make.membership(hall.group, person);
    const child = await make.child(person, { firstName: 'Zebedee' });
    await hall.say(person, { answer: 'going', who: { self: false, household: [child.id] } });
    await deliver();
    await mailer.deliver();
    await hall.move(72);
    await deliver();
    clock.advanceHours(70.5);
    await remindOnDevices(db, clock.read());
    await deliver();
    await phone.client.call('DELETE /api/events/:id/rsvps', { params: hall.params });
    await deliver();
    expect(titles(phone)).toEqual([
      `Your child is going: ${hall.event.title}`,
      `Changed: ${hall.event.title}`,
      expect.stringMatching(/^Starts at /),
      `You’re no longer going: ${hall.event.title}`,
    ]);
    expect(JSON.stringify(sentTo(phone))).not.toContain('Zebedee');
  });
});

describe('messages of organisers', () => {
  it.each<[string, { email: boolean; push: boolean }, { phone: string[]; emails: string[] }]>([
    ['by email', { email: true, push: false }, { phone: [], emails: ['Bring boots'] }],
    ['on the phone', { email: false, push: true }, { phone: ['Bring boots'], emails: [] }],
    ['both ways', { email: true, push: true }, { phone: ['Bring boots'], emails: ['Bring boots'] }],
    ['neither way', { email: false, push: false }, { phone: [], emails: [] }],
  ])('come %s to those who chose so', async (_, choice, expected) => {
    expect(await message(choice)).toEqual(expected);
  });
});
