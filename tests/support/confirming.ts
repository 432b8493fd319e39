import { afterAll, beforeEach } from 'vitest';
import type { Raw } from '#contract/platform/clean-text.ts';
import { headerOf, startMailServer, textOf } from './smtp.ts';
import { startTestApp } from './app.ts';
import { calendarIn } from './calendar.ts';
import type { Event, User } from './factories.ts';
import { createTestMailer } from './mailer.ts';
import { deleteAllEmails } from './queued-emails.ts';

/** A site that sends its emails to a mail server on this machine, and an open event. */
export async function startConfirming() {
  const app = await startTestApp();
  const { make, clock } = app;
  const server = await startMailServer();
  afterAll(() => server.close());
  const mailer = await createTestMailer(app, {
    SMTP_URL: server.url,
    MAIL_FROM: 'Lakeland Hall <post@hall.example>',
  });

  beforeEach(async () => {
    clock.reset();
    await deleteAllEmails(app);
    server.received.length = 0;
    server.onMessage = undefined;
  });

  /**
   * Creates an event at 18:30 in London in a week, a member of its group, and the actions of both
   * them and the organiser.
   */
  async function planned(columns: Raw<Partial<Event>> = {}) {
    const owner = await make.user({ email: `owner-${Math.random()}@private.example` });
    const group = await make.group({ name: 'Derwent Dippers', owner });
    const event = await make.event({
      group,
      title: 'Sunset swim',
      location: 'Lakeside landings',
      startTime: new Date('2026-06-17T17:30:00Z'),
      guestsAllowed: 3,
      ...columns,
    });
    const person = await make.member(group, { firstName: 'Ada' });
    const client = await app.as(person);
    const organiser = await app.as(group.owner);
    const params = { id: event.id };
    return {
      owner,
      group,
      event,
      person,
      organiser,
      attend: (guests?: number) =>
        client.call('POST /api/events/:id/rsvps', { params, body: { guests } }),
      cancel: () => client.call('DELETE /api/events/:id/rsvps', { params }),
      leave: () => client.call('DELETE /api/groups/:id/members', { params: { id: group.id } }),
      change: (body: object) => organiser.call('PATCH /api/events/:id', { params, body }),
      callOff: () => organiser.call('DELETE /api/events/:id', { params }),
      prefer: (body: object) => client.call('PATCH /api/user/mail-preferences', { body }),
    };
  }

  /**
   * Delivers emails due within a number of hours, six minutes by default, and returns the person's
   * new ones.
   */
  async function arrived({ email }: Pick<User, 'email'>, hours = 0.1) {
    clock.advanceHours(hours);
    await mailer.deliver();
    return server.received
      .splice(0)
      .filter(({ to }) => to.includes(email))
      .map((mail) => ({
        mail,
        subject: headerOf(mail, 'subject'),
        text: textOf(mail).replaceAll(/\s+/g, ' '),
        calendar: calendarIn(mail),
      }));
  }

  /** Plans an event whose confirmation the person has got; returns it as well. */
  async function confirmed(columns: Raw<Partial<Event>> = {}) {
    const fixture = await planned(columns);
    await fixture.attend();
    const [confirmation] = await arrived(fixture.person);
    if (!confirmation) throw new Error('no confirmation has arrived');
    return { ...fixture, confirmation };
  }

  return { app, server, planned, confirmed, arrived };
}

export type Planned = Awaited<ReturnType<Awaited<ReturnType<typeof startConfirming>>['planned']>>;
type ArrivedEmail = Awaited<ReturnType<Awaited<ReturnType<typeof startConfirming>>['arrived']>>;

/** Lists each email's subject and calendar method. */
export const subjectsAndMethods = (emails: ArrivedEmail) =>
  emails.map(({ subject, calendar }) => [subject, calendar?.method]);
