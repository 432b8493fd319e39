import { setTimeout as pause } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { day, hour } from '../../contract/durations.ts';
import type { EventCard } from '../../contract/events.ts';
import { Series } from '../../contract/series.ts';
import { read } from '../e2e/support/api.ts';

/** Signed in at the site of the demo. */
export interface Callers {
  organiser: APIRequestContext;
  member: APIRequestContext;
}

interface Drawn {
  kind: string;
  html: string;
}

type Method = 'post' | 'put' | 'patch' | 'delete';

/** One who sends what changes something, as somebody. */
const changing =
  (origin: string) =>
  async (by: APIRequestContext, method: Method, path: string, data: object = {}) => {
    const answer = await by[method](`/api/${path}`, { headers: { origin }, data });
    if (!answer.ok()) throw new Error(`${path} was refused: ${await answer.text()}`);
    return answer;
  };

/** The demo's event that is full. */
export async function fullEvent(by: APIRequestContext): Promise<EventCard> {
  const events = await read(by, 'GET /api/events', { query: { limit: '100' } });
  const full = events.find(({ placesLeft }) => placesLeft === 0);
  if (!full) throw new Error('the demo has no event that is full');
  return full;
}

/** Has somebody told that they go, that it moves, that they no longer go, and that it is called off. */
export async function causeConfirmations(
  { organiser, member, admin }: Callers & { admin: APIRequestContext },
  origin: string,
  eventId: number,
): Promise<string[]> {
  const change = changing(origin);
  const event = `events/${eventId}`;
  const caused: string[] = [];
  const told = async (kind: string) => {
    caused.push(kind);
    await lettersOf(admin, caused);
  };
  const nextHour = Math.ceil(Date.now() / hour) * hour;
  const [startTime, endTime] = [0, 2].map((more) => new Date(nextHour + 9 * day + more * hour));
  await change(organiser, 'patch', event, { startTime, endTime, capacity: null });
  await change(member, 'post', `${event}/rsvps`, { guests: 0 });
  await told('rsvp_confirmed');
  await change(organiser, 'patch', event, { location: 'The Moot Hall, Market Square' });
  await told('event_changed');
  await change(member, 'delete', `${event}/rsvps`);
  await told('rsvp_withdrawn');
  await change(member, 'post', `${event}/rsvps`, { guests: 0 });
  await change(organiser, 'delete', event);
  await told('event_cancelled');
  return caused;
}

/**
 * Has the demo's full event write to those who wait: one more, offers, one let in, and the last places; and two series to
 * one who goes, of which one changes and one is called off.
 */
export async function causeLetters(
  { organiser, member }: Callers,
  origin: string,
  full: EventCard,
): Promise<string[]> {
  const change = changing(origin);
  const event = `events/${full.id}`;
  await change(member, 'post', `groups/${full.groupId}/members`);
  await change(member, 'put', `${event}/waitlist`);
  await change(organiser, 'patch', event, { capacity: (full.capacity ?? 0) + 2 });
  const list = { params: { id: full.id }, query: {} };
  const [first] = await read(organiser, 'GET /api/events/:id/waitlist', list);
  await change(organiser, 'post', `${event}/waitlist/${first?.userId}`);
  const [startTime, endTime] = [1.5, 3.5].map((hours) => new Date(Date.now() + hours * hour));
  await change(organiser, 'patch', event, { startTime, endTime, rsvpClosesAt: null });
  const choir = async () => {
    const { groupId, categoryId } = full;
    const made = await change(organiser, 'post', 'series', { ...weekly(), groupId, categoryId });
    const { id } = Series.parse(await made.json());
    await change(member, 'post', `series/${id}/rsvps`);
    return `series/${id}`;
  };
  const later = { startTime: inDays(7.05), endTime: inDays(7.1) };
  await change(organiser, 'patch', await choir(), { scope: 'all', ...later });
  await change(organiser, 'delete', await choir(), { scope: 'all' });
  return [
    'waitlist_joined',
    'place_offered',
    'let_in',
    'last_places',
    'series_changed',
    'series_cancelled',
  ];
}

const inDays = (days: number) => new Date(Date.now() + days * day);

const weekly = () => ({
  title: 'Evening choir',
  description: 'Come and sing with us, no audition and no talent needed.',
  location: 'The Old Chapel, Market Square',
  startTime: inDays(7),
  endTime: inDays(7.08),
  rrule: 'FREQ=WEEKLY;COUNT=4',
});
/** Has the organiser try a message out, as its letter will look, and a member write to the organisers. */
export async function causeMessages(
  { organiser, member }: Callers,
  origin: string,
  { id, groupId }: EventCard,
): Promise<string[]> {
  const change = changing(origin);
  const text =
    'We meet at the back door this time: the front steps are being mended.\n\nThe way there: https://example.org/map?to=back-door. Do bring a torch.';
  const message = { subject: 'Come to the back door', text, test: true };
  await change(organiser, 'post', `groups/${groupId}/messages`, {
    ...message,
    audience: 'members',
  });
  await change(organiser, 'post', `events/${id}/messages`, { ...message, audience: 'all' });
  await change(member, 'post', `groups/${groupId}/contact`, {
    subject: 'Is there room for a pushchair?',
    text: 'I would love to come with my son, who is two.\nIs there a step at the door?',
  });
  return ['message_test', 'contact'];
}

/** The newest letter of each kind, once those that were caused are there; as it is kept, without its keys. */
export async function lettersOf(admin: APIRequestContext, caused: string[]): Promise<Drawn[]> {
  for (let tries = 0; tries < 40; tries += 1) {
    const mails = await read(admin, 'GET /api/admin/mail', { query: { limit: '100' } });
    const newest = new Map(mails.toReversed().map(({ kind, id }) => [kind, id]));
    if (caused.every((kind) => newest.has(kind))) return draw(admin, newest);
    await pause(250);
  }
  throw new Error(`not all were written: ${caused.join(', ')}`);
}

async function draw(admin: APIRequestContext, newest: Map<string, number>): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  for (const [kind, id] of newest) {
    const { html } = await read(admin, 'GET /api/admin/mail/:id', { params: { id } });
    if (html) drawn.push({ kind, html });
  }
  return drawn;
}
