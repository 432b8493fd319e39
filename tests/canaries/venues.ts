import type { FastifyInstance, InjectOptions } from 'fastify';
import { endpoints } from '#contract/api.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { canary } from './hidden.ts';

/** The last letters of postcodes that only the caller may know. */
export const unit = '5QZ';
/** Any thing that a call names. */
const first = { id: 1, userId: 1, commentId: 1, groupId: 1, version: 1, type: 'event' };
const typed = [`CA12 ${unit}`, `ca12${unit.toLowerCase()}`, `CAl2-${unit}`];
const openUnit = '5QX';

/**
 * Creates an event at a public place, and one with a link at a place that was public once, the
 * evening before it begins.
 */
export async function plantVenues(
  { make, clock }: TestApp,
  group: Group,
  host: Client,
  attendee: User,
) {
  const word = { open: canary('openvenue'), closed: canary('closedvenue'), link: canary('link') };
  const form = {
    title: 'Lantern making',
    description: 'Paper, willow and a great deal of glue for the parade.',
    categoryId: 2,
    groupId: group.id,
    startTime: clock.inHours(20).toISOString(),
    endTime: clock.inHours(22).toISOString(),
    placePublic: true,
  };
  const create = async (more: { location: string; postcode: string; onlineUrl?: string }) =>
    (await host.call('POST /api/events', { body: { ...form, ...more } })).body;
  await create({ location: `${word.open} Hall`, postcode: `CA12 ${openUnit}` });
  const closed = await create({
    location: `${word.closed} Hall`,
    postcode: `CA12 ${unit}`,
    onlineUrl: `https://meet.example/${word.link}`,
  });
  await make.rsvp(closed, attendee);
  await host.call('PATCH /api/events/:id', {
    params: { id: closed.id },
    body: { placePublic: false },
  });
  return { ...word, openPostcode: `CA12 ${openUnit}`, closedPostcode: `CA12 ${unit}` };
}

/**
 * Sends a whole postcode in each field of each call and page that may take a place; returns the
 * answers by request.
 */
export async function sendPostcodes(app: FastifyInstance, pages: readonly string[]) {
  const answers = new Map<string, string>();
  const send = async (method: 'GET' | 'POST', url: string, more: InjectOptions = {}) => {
    const from = { host: 'villagehall.test', ...more.headers };
    const { headers, body } = await app.inject({ method, url, ...more, headers: from });
    answers.set(`${method} ${url}`, JSON.stringify(headers) + body);
  };
  for (const postcode of typed) {
    const place = { near: postcode, within: '10', q: 'lanterns' };
    const query = new URLSearchParams(place).toString();
    for (const { key } of endpoints) {
      // Its answer is random, and contains any three letters sooner or later.
      if (key === 'GET /api/login') continue;
      const [method] = key.split(' ') as ['GET' | 'POST'];
      const url = urlOf(key, { params: first, query: place });
      await send(method, url, method === 'GET' ? {} : { payload: { ...place, postcode } });
    }
    for (const page of pages) await send('GET', `${page}${page.includes('?') ? '&' : '?'}${query}`);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const url of ['/events', '/groups']) await send('POST', url, { headers, payload: query });
  }
  return answers;
}
