import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { EventCard } from '#contract/events/events.ts';
import type { GroupCard } from '#contract/community/groups.ts';
import { read, send } from './api.ts';
import { hour } from '#contract/platform/durations.ts';

/**
 * The demo's groups by test file: no two files change the same group, so that each can count in its
 * own.
 */
export const places = {
  rsvp: 'Kirkgate Board Games',
  rsvpByApproval: 'Ludlow Bread Oven',
  membership: 'Stroud Repair Café',
  membershipByApproval: 'Walthamstow Women in the Trades',
  membershipByCard: 'Brighton Brunch Club',
  comments: 'Sheaf JavaScript',
  newcomer: 'Wensum Chess',
  series: 'Cold Start Couch to 5K',
  reports: 'Leicester Allotment Skills',
} as const;

export async function groupNamed(request: APIRequestContext, name: string): Promise<GroupCard> {
  const groups = await read(request, 'GET /api/groups', { query: { q: name } });
  const group = groups.find((each) => each.name === name);
  if (!group) throw new Error(`the demo has no group called ${name}`);
  return group;
}

/** Returns the group's next event whose start is far enough ahead. */
export async function nextEventOf(
  request: APIRequestContext,
  { id }: GroupCard,
): Promise<EventCard> {
  const events = await read(request, 'GET /api/events/group/:groupId', {
    params: { groupId: id },
    query: {},
  });
  const event = events.find(({ startTime }) => Date.parse(startTime) > Date.now() + hour);
  if (!event) throw new Error(`group ${id} has nothing coming up`);
  return event;
}

export const eventIn = async (request: APIRequestContext, name: string) =>
  nextEventOf(request, await groupNamed(request, name));

export const join = (request: APIRequestContext, id: number) =>
  send(request, 'POST /api/groups/:id/members', { params: { id } });

export const attend = (request: APIRequestContext, id: number) =>
  send(request, 'POST /api/events/:id/rsvps', { params: { id }, body: { status: 'going' } });

/** Finds the card of an event or a group, wherever it is on the page. */
export const card = (page: Page, path: string) =>
  page.getByRole('article').filter({ has: page.locator(`a[href="${path}"]`) });

export const cards = (page: Page) => page.getByRole('main').getByRole('article');

export async function expectTab(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
}
