import { endpoints } from '#contract/api.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { canary } from './hidden.ts';

/** The last letters of postcodes that only the caller may know. */
export const unit = '5QZ';
const typed = [`CA12 ${unit}`, `ca12${unit.toLowerCase()}`];
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

/** Sends a whole postcode in each field of each call that may take a place. */
export async function sendPostcodes(visitor: Client, pages: readonly string[]): Promise<string> {
  const answers: string[] = [];
  for (const postcode of typed) {
    const place = { near: postcode, within: '10', postcode, q: 'lanterns' };
    for (const { key } of endpoints) {
      const params = { id: 1, userId: 1, commentId: 1, groupId: 1, version: 1, type: 'event' };
      const input = key.startsWith('GET ') ? { query: place } : { query: place, body: place };
      const { headers } = await visitor.send(key, { params, ...input });
      answers.push(JSON.stringify(headers));
    }
    const query = new URLSearchParams(place).toString();
    for (const page of pages) {
      const url = `${page}${page.includes('?') ? '&' : '?'}${query}`;
      const { headers } = await visitor.request({ method: 'GET', url });
      answers.push(JSON.stringify(headers));
    }
    for (const url of ['/events', '/groups']) {
      const { headers } = await visitor.request({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: query,
      });
      answers.push(JSON.stringify(headers));
    }
  }
  return answers.join('\n');
}
