import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { eventFields, optionalTexts, type OptionalText } from '#contract/events/event-fields.ts';
import { Calendar } from '#tests/support/calendar.ts';
import { subjectsAndMethods, startConfirming } from '#tests/support/confirming.ts';
import { hiding } from '#tests/support/hiding.ts';
import { leavingOf } from '#tests/support/leaving.ts';
import { refusal } from '#tests/support/smtp.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvps } from './tables.ts';

const { app, server, planned, confirmed, arrived } = await startConfirming();
const { db, make, clock } = app;

const swim = {
  title: 'Sunset swim',
  start: '2026-06-17T17:30:00.000Z',
  end: '2026-06-17T19:30:00.000Z',
  location: 'Lakeside landings',
};

describe('a calendar entry', () => {
  it('is added, moved, removed, added again and removed again, under one UID', async () => {
    const { person, attend, change, cancel, callOff } = await planned();
    const calendar = new Calendar();
    const uids = new Set<string>();
    const read = async () => {
      for (const { calendar: message } of await arrived(person)) {
        if (!message) throw new Error('a letter without a calendar');
        for (const { uid } of message.events) uids.add(uid);
        calendar.take(message);
      }
      return calendar.entries;
    };
    await attend();
    expect(await read()).toEqual([swim]);
    const moved = { startTime: '2026-06-18T17:30:00Z', endTime: '2026-06-18T19:30:00Z' };
    await change({ ...moved, title: 'Sunrise swim' });
    expect(await read()).toEqual([
      {
        ...swim,
        title: 'Sunrise swim',
        start: '2026-06-18T17:30:00.000Z',
        end: '2026-06-18T19:30:00.000Z',
      },
    ]);
    await cancel();
    expect(await read()).toEqual([]);
    await attend();
    expect(await read()).toHaveLength(1);
    await callOff();
    expect(await read()).toEqual([]);
    expect(uids.size).toBe(1);
  });

  it('equals the file on the event’s page', async () => {
    const { person, event, confirmation } = await confirmed();
    const origin = { headers: { host: 'hall.example' } };
    const { body } = await (
      await app.as(person)
    ).call('GET /api/events/:id/calendar.ics', { params: { id: event.id }, ...origin });
    const line = (text: string, name: string) =>
      text.split('\r\n').find((each) => each.startsWith(name));
    expect(confirmation.calendar?.events[0]?.uid).toBe(`event-${event.id}@hall.example`);
    expect(line(body, 'UID:')).toMatch(new RegExp(`^UID:event-${event.id}@`));
    expect(line(body, 'SEQUENCE:')).toBe(line(confirmation.calendar?.part ?? '', 'SEQUENCE:'));
  });

  it("names the event's audience and its price", async () => {
    const { event, confirmation } = await confirmed({
      audience: 'adults',
      priceText: '£3 on the door',
      description: 'Bring a towel.',
    });
    expect(confirmation.calendar?.events[0]?.description).toBe(
      `Adults only (18+)\n\n£3 on the door\n\nBring a towel.\n\nhttps://hall.example/events/${event.id}`,
    );
  });

  it('comes as the last alternative and as an identical file', async () => {
    const { calendar, mail } = (await confirmed()).confirmation;
    expect(calendar?.contentType).toBe('text/calendar; charset=utf-8; method=REQUEST');
    expect(calendar?.file).toBe(calendar?.part);
    const types = [...mail.raw.matchAll(/^content-type: ([\w/]+)/gim)].map(([, type]) => type);
    expect(types).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'text/calendar',
      'application/ics',
    ]);
  });

  it('names the site’s address, the group and the recipient only', async () => {
    const { person, group, event, attend } = await planned();
    await make.rsvp(event, await make.member(group, { email: 'other@private.example' }));
    await attend();
    const [email] = await arrived(person);
    const [entry] = email!.calendar!.events;
    expect(entry?.organizer).toBe('mailto:post@hall.example');
    expect(entry?.component.getFirstProperty('organizer')?.getParameter('cn')).toBe(
      'Derwent Dippers',
    );
    const [attendee, ...others] = entry?.attendees ?? [];
    expect(others).toEqual([]);
    expect(String(attendee?.getFirstValue()).toLowerCase()).toBe(`mailto:${person.email}`);
    expect(attendee?.getParameter('partstat')).toBe('ACCEPTED');
    expect(attendee?.getParameter('rsvp')).toBe('FALSE');
    expect(email?.mail.raw).not.toContain('private.example');
  });

  it('is not stored: an admin reads the email without it', async () => {
    const { person } = await confirmed();
    const [mail] = await db.select().from(mails).where(eq(mails.recipient, person.email));
    expect(mail?.state).toBe('sent');
    expect(JSON.stringify(mail)).not.toMatch(/VCALENDAR|SEQUENCE/);
  });
});

describe('the entry of a hidden event', () => {
  const { hide, show } = hiding(app);
  const texts = Object.fromEntries(
    optionalTexts.map((field) => [field, eventFields[field].examples[0]]),
  ) as Record<OptionalText, string>;
  const textsIn = (email: Awaited<ReturnType<typeof arrived>>[number] | undefined) => {
    const entry = email?.calendar?.events[0]?.component.toJSON() ?? {};
    const quoted = `${email?.text} ${JSON.stringify(entry)}`;
    return optionalTexts.filter((field) => quoted.includes(texts[field]));
  };

  it('is tentative during a review, and confirmed again afterwards', async () => {
    const { person, event } = await confirmed(texts);
    await hide('event', event);
    const [reviewed] = await arrived(person);
    expect(reviewed?.calendar?.events[0]?.summary).toBe('Sunset swim');
    expect(textsIn(reviewed)).toEqual([]);
    const status = (email: typeof reviewed) =>
      email?.calendar?.events[0]?.component.getFirstPropertyValue('status');
    expect(status(reviewed)).toBe('TENTATIVE');
    await show('event', event);
    const [shown] = await arrived(person);
    expect(status(shown)).toBe('CONFIRMED');
  });

  it('is removed for an attendee who leaves meanwhile, without details of the event', async () => {
    const { person, event, leave } = await confirmed(texts);
    await hide('event', event);
    await arrived(person);
    await leave();
    const emails = await arrived(person);
    expect(subjectsAndMethods(emails)).toEqual([
      ['You’re no longer going: Event under review', 'CANCEL'],
    ]);
    expect(textsIn(emails[0])).toEqual([]);
  });
});

describe('the title of an entry', () => {
  const titles = (emails: Awaited<ReturnType<typeof arrived>>) =>
    emails.map(({ calendar }) => calendar?.events[0]?.summary);

  it('says that the event is cancelled', async () => {
    const { person, callOff } = await confirmed();
    await callOff();
    expect(titles(await arrived(person))).toEqual(['Cancelled: Sunset swim']);
  });

  it('says so once', async () => {
    const { person, callOff } = await confirmed({ title: 'CANCELLED - Sunset swim' });
    await callOff();
    expect(titles(await arrived(person))).toEqual(['CANCELLED - Sunset swim']);
  });

  it('says so of a deleted event', async () => {
    const { person, event } = await confirmed();
    const admin = await app.as(await make.admin());
    await admin.call('DELETE /api/admin/events/:id', { params: { id: event.id } });
    expect(titles(await arrived(person))).toEqual(['Cancelled: Sunset swim']);
  });

  it('doesn’t say so to an attendee who no longer goes', async () => {
    const { person, cancel } = await confirmed();
    await cancel();
    expect(titles(await arrived(person))).toEqual(['Sunset swim']);
  });
});

describe('a cancelled RSVP', () => {
  it('that is repeated at once sends neither email', async () => {
    const { person, attend, cancel } = await confirmed();
    await cancel();
    await attend();
    expect(await arrived(person)).toEqual([]);
    await cancel();
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['You’re no longer going: Sunset swim', 'CANCEL'],
    ]);
  });

  it("during the confirmation's sending removes the entry after it", async () => {
    const { person, attend, cancel } = await planned();
    await attend();
    server.onMessage = async () => {
      server.onMessage = undefined;
      await cancel();
    };
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['You’re going: Sunset swim', 'REQUEST'],
    ]);
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['You’re no longer going: Sunset swim', 'CANCEL'],
    ]);
  });

  it.each([
    [
      'whose process had died',
      async () => {
        // Another process takes over such an email once its lease ends.
        await db.update(outbox).set({ attempts: 2, dueAt: clock.inHours(0.05) });
        return async () => undefined;
      },
    ],
    [
      'whose note the database refused',
      async () => {
        await db.execute(
          sql`alter table rsvps add constraint nothing_noted check (calendar_revision is null) not valid`,
        );
        return () => db.execute(sql`alter table rsvps drop constraint nothing_noted`);
      },
    ],
  ])('after a confirmation %s sends a removal as well', async (_, disturb) => {
    const { person, attend, cancel } = await planned();
    await attend();
    let mend: () => Promise<unknown> = async () => undefined;
    server.onMessage = async () => {
      server.onMessage = undefined;
      mend = await disturb();
    };
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['You’re going: Sunset swim', 'REQUEST'],
    ]);
    await mend();
    await cancel();
    // The next attempt finds nothing left to confirm.
    expect(await arrived(person)).toEqual([]);
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['You’re no longer going: Sunset swim', 'CANCEL'],
    ]);
  });

  it.each([
    ['refused the confirmation for now', refusal(451, 'later')],
    ['knows no such person', refusal(554, 'no such person')],
  ])('sends nothing when the server %s', async (_, answer) => {
    const { person, attend, cancel } = await planned();
    await attend();
    server.answers.message.push(answer);
    expect(await arrived(person)).toEqual([]);
    await cancel();
    expect(await arrived(person)).toEqual([]);
    expect(await arrived(person)).toEqual([]);
  });

  it('by a ban sends the ban only', async () => {
    const { person } = await confirmed();
    await leavingOf(app).ban(person);
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['Your Villagehall account is suspended', undefined],
    ]);
  });
});

describe('a calendar entry of an event that', () => {
  const entered = async () => {
    const fixture = await confirmed();
    const calendar = new Calendar();
    calendar.take(fixture.confirmation.calendar!);
    return { ...fixture, calendar, admin: await app.as(await make.admin()) };
  };

  it.each([
    ['is deleted', 'DELETE /api/admin/events/:id', []],
    [
      'is deleted with its group',
      'DELETE /api/admin/groups/:id',
      [['Derwent Dippers has been removed', undefined]],
    ],
  ] as const)('%s disappears', async (_, key, others) => {
    const { person, group, event, admin, calendar } = await entered();
    await make.rsvp(event, await make.member(group));
    const { id } = key.includes('groups') ? group : event;
    await admin.call(key, { params: { id } });
    const emails = await arrived(person);
    const expected = [['Cancelled: Sunset swim', 'CANCEL'], ...others];
    expect(new Set(subjectsAndMethods(emails))).toEqual(new Set(expected));
    expect(emails).toHaveLength(expected.length);
    for (const { calendar: message } of emails) if (message) calendar.take(message);
    expect(calendar.entries).toEqual([]);
  });

  it("one attendee changes moves in that attendee's calendar, too", async () => {
    const { event, owner, organiser, change } = await entered();
    const params = { id: event.id };
    await organiser.call('POST /api/events/:id/rsvps', { params, body: {} });
    await arrived(owner);
    await change({ location: 'The Old Chapel' });
    expect(subjectsAndMethods(await arrived(owner))).toEqual([['Changed: Sunset swim', 'REQUEST']]);
  });

  it('is purged and restored comes back', async () => {
    const { person, event, group, admin, calendar } = await entered();
    await db
      .update(events)
      .set({ startTime: clock.inHours(20), endTime: clock.inHours(22) })
      .where(eq(events.id, event.id));
    const params = { id: group.owner.id };
    await admin.call('POST /api/admin/users/:id/cleanup', { params, body: {} });
    for (const each of await arrived(person)) calendar.take(each.calendar!);
    expect(calendar.entries).toEqual([]);
    await admin.call('DELETE /api/admin/users/:id/cleanup', { params });
    for (const each of await arrived(person)) calendar.take(each.calendar!);
    expect(calendar.entries).toHaveLength(1);
  });

  it("is recorded in the attendee's row", async () => {
    const { person, event, callOff } = await entered();
    const noted = () =>
      db
        .select({ revision: rsvps.calendarRevision })
        .from(rsvps)
        .where(and(eq(rsvps.eventId, event.id), eq(rsvps.userId, person.id)));
    expect(await noted()).toEqual([{ revision: 1 }]);
    await callOff();
    await arrived(person);
    expect(await noted()).toEqual([{ revision: null }]);
  });
});
