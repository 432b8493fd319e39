import { describe, expect, it } from 'vitest';
import { comingPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Event } from '#tests/support/factories.ts';
import { startMailing } from '#tests/support/mailing.ts';

const { app } = await startMailing();
const { make, clock } = app;

const openEvent = (columns: Parameters<typeof make.event>[0] = {}) =>
  make.event({ openTo: 'anyone', ...columns });

/** Returns a browser in which a guest of the event has confirmed. */
async function confirmedBrowser(event: Event, firstName = 'Alf') {
  const { token } = await make.guestRsvp(event, { status: 'unconfirmed', firstName });
  const browser = app.visitor();
  const answer = await browser.send('POST /api/guest-rsvps/confirm', { body: { token } });
  return { browser, token, cookies: answer.cookies };
}

type Browser = ReturnType<typeof app.visitor>;

const look = (browser: Browser, { id }: Pick<Event, 'id'>) =>
  browser.call('GET /api/events/:id', { params: { id } });

const known = async (browser: Browser, event: Pick<Event, 'id'>) =>
  (await look(browser, event)).body.knownGuest;

const leadsTo = async (browser: Browser, { id }: Pick<Event, 'id'>) =>
  (await browser.send('GET /api/events/:id/guest-rsvps/page', { params: { id } })).headers.location;

describe('the browser in which a guest confirmed', () => {
  it('shows the guest at the event, with a link to their page', async () => {
    const event = await openEvent();
    const { browser, token } = await confirmedBrowser(event);
    const { body, headers } = await look(browser, event);
    expect(body.knownGuest).toEqual({ firstName: 'Alf', state: 'going' });
    expect(JSON.stringify(body)).not.toContain(token);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(await leadsTo(browser, event)).toBe(comingPath(token));
  });

  it('keeps the key from scripts and from other events’ addresses, until the event ends', async () => {
    const event = await openEvent();
    const { cookies } = await confirmedBrowser(event);
    expect(cookies.map(({ path }) => path)).toEqual([
      `/events/${event.id}`,
      `/api/events/${event.id}`,
    ]);
    for (const cookie of cookies)
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', expires: event.endTime });
  });

  it('is the only one: in others the link leads to the event only', async () => {
    const event = await openEvent();
    await confirmedBrowser(event);
    const another = app.visitor();
    expect(await known(another, event)).toBeUndefined();
    expect(await leadsTo(another, event)).toBe(paths.event(event.id));
  });

  it('knows each of several guests at their own event', async () => {
    const [first, second] = [await openEvent(), await openEvent()];
    const { browser, token } = await confirmedBrowser(first);
    const { token: other } = await make.guestRsvp(second, {
      status: 'unconfirmed',
      firstName: 'Bea',
    });
    await browser.call('POST /api/guest-rsvps/confirm', { body: { token: other } });
    expect((await known(browser, first))?.firstName).toBe('Alf');
    expect((await known(browser, second))?.firstName).toBe('Bea');
    expect(await leadsTo(browser, first)).toBe(comingPath(token));
  });

  it('shows the state, and forgets a guest who was erased', async () => {
    const group = await make.group();
    const event = await openEvent({ group, capacity: 1, waitlistEnabled: true });
    const member = await app.as(await make.member(group));
    await member.call('POST /api/events/:id/rsvps', { params: { id: event.id }, body: {} });
    const { browser, token } = await confirmedBrowser(event);
    expect(await known(browser, event)).toMatchObject({ state: 'waiting', position: 1 });
    await member.call('DELETE /api/events/:id/rsvps', { params: { id: event.id } });
    expect(await known(browser, event)).toMatchObject({
      state: 'offered',
      offerExpiresAt: expect.any(String),
    });
    await browser.call('POST /api/guest-rsvps/accept', { body: { token } });
    expect(await known(browser, event)).toEqual({ firstName: 'Alf', state: 'going' });
    await browser.call('POST /api/guest-rsvps/cancel', { body: { token } });
    expect(await known(browser, event)).toEqual({ firstName: 'Alf', state: 'cancelled' });
    clock.advanceHours(25);
    expect(await known(browser, event)).toBeUndefined();
    expect([...browser.cookies.keys()]).toEqual([]);
  });

  it('forgets them on request, and their place stays', async () => {
    const event = await openEvent();
    const { browser, token } = await confirmedBrowser(event);
    await browser.call('POST /api/events/:id/guest-rsvps/forget', { params: { id: event.id } });
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await known(browser, event)).toBeUndefined();
    const { body } = await browser.call('POST /api/guest-rsvps/read', { body: { token } });
    expect(body.state).toBe('going');
  });

  it('shows no guest once somebody has signed in', async () => {
    const event = await openEvent();
    const { browser } = await confirmedBrowser(event);
    browser.withSession(await make.session(await make.user()));
    expect(await known(browser, event)).toBeUndefined();
  });
});

describe('the event’s page ignores a key', () => {
  const withKey = async (event: Event, key: string) => {
    const browser = app.visitor().withCookie(`guest-${event.id}`, key);
    expect(await leadsTo(browser, event)).toBe(paths.event(event.id));
    expect(await known(browser, event)).toBeUndefined();
    expect([...browser.cookies.keys()]).toEqual([]);
  };

  it('that is forged', async () => withKey(await openEvent(), 'k'.repeat(43)));

  it('of another event', async () => {
    const { token } = await make.guestRsvp(await openEvent());
    await withKey(await openEvent(), token);
  });

  it('of a guest whom an organiser has removed', async () => {
    const group = await make.group();
    const event = await openEvent({ group });
    const { browser, token } = await confirmedBrowser(event);
    const { body } = await (
      await app.as(group.owner)
    ).call('GET /api/events/:id/rsvps', { params: { id: event.id } });
    const guest = body.find(({ kind }) => kind === 'guest');
    await (
      await app.as(group.owner)
    ).call('DELETE /api/events/:id/guest-rsvps/:guestId', {
      params: { id: event.id, guestId: Number(guest?.id) },
    });
    expect(await known(browser, event)).toBeUndefined();
    await withKey(event, token);
  });

  it('of a guest who has not pressed the button', async () => {
    const event = await openEvent();
    const { token } = await make.guestRsvp(event, { status: 'unconfirmed', firstName: 'Alf' });
    await withKey(event, token);
  });
});

describe('the last two hours of a full event', () => {
  it('have no waiting list for guests, and say that the first gets a free place', async () => {
    const columns = { capacity: 1, waitlistEnabled: true, startTime: clock.inHours(3) };
    const event = await openEvent({ ...columns, endTime: clock.inHours(5) });
    await make.guestRsvp(event);
    const { token } = await make.guestRsvp(event, { status: 'unconfirmed' });
    const visitor = app.visitor();
    const read = async () => {
      const { body } = await visitor.call('POST /api/guest-rsvps/read', { body: { token } });
      return [body.event.waitlistEnabled, (await look(visitor, event)).body.firstCome];
    };
    expect(await read()).toEqual([true, undefined]);
    clock.advanceHours(1.5);
    expect(await read()).toEqual([false, true]);
  });
});
