import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type {
  APIRequestContext,
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
} from '@playwright/test';
import { read, send } from './api.ts';
import { demoEmail, register, signIn } from './people.ts';
import { groupNamed } from './places.ts';
import { review } from './reviewing.ts';

export const about = 'We meet at the mill, walk for two hours and come back for tea.';
export const venue = 'The old bridge, Corve Street, Ludlow';

export const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

/** Opens another browser, signed out and otherwise with the test's own options. */
export const newContext = (browser: Browser, options: BrowserContextOptions = {}) =>
  browser.newContext({ storageState: { cookies: [], origins: [] }, ...options });

/** Registers somebody in a browser of their own. */
export async function newMember(browser: Browser, firstName: string) {
  const context = await newContext(browser);
  return { ...(await register(context, { firstName })), context };
}

export async function demoAdmin(browser: Browser): Promise<BrowserContext> {
  const context = await newContext(browser);
  await signIn(context, demoEmail('admin'));
  return context;
}

/** Approves a group as the demo's admin. */
export async function approve(browser: Browser, id: number): Promise<void> {
  await review(await demoAdmin(browser), id, { status: 'approved' });
}

interface GroupFields {
  name?: string;
  description?: string;
  joinPolicy?: 'open' | 'approval';
  joinQuestion?: string;
  defaultOpenTo?: 'anyone' | 'members';
}

/** Starts a group that awaits approval. */
export async function newGroup(
  { request }: Pick<BrowserContext, 'request'>,
  { name = uniqueName('Teme Bank Walkers'), ...fields }: GroupFields = {},
) {
  await send(request, 'POST /api/groups', {
    body: {
      name,
      description: about,
      groupType: 'outdoorsAdventure',
      chargeForEvents: 'free',
      imageUrl: '',
      ...fields,
    },
  });
  const mine = await read(request, 'GET /api/user/groups');
  const group = mine.find((each) => each.name === name);
  if (!group) throw new Error('the group is not among its owner’s');
  return { id: group.id, name };
}

/** Registers somebody with a group of their own, which awaits approval. */
export async function ownGroup(context: BrowserContext, fields: GroupFields = {}) {
  await register(context);
  return newGroup(context, fields);
}

/** Creates an event in a group of the caller, and returns its id. */
export async function addEvent(
  { request }: Pick<BrowserContext, 'request'>,
  groupId: number,
  fields: object = {},
): Promise<number> {
  await send(request, 'POST /api/events', {
    body: {
      title: uniqueName('To the mill'),
      description: about,
      imageUrl: '',
      location: venue,
      categoryId: 2,
      groupId,
      startTime: '2031-06-14T09:00:00.000Z',
      endTime: '2031-06-14T11:00:00.000Z',
      ...fields,
    },
  });
  const [event] = await read(request, 'GET /api/events/group/:groupId', {
    params: { groupId },
    query: {},
  });
  if (!event) throw new Error('the group has no event');
  return event.id;
}

/** Starts a public group with one event. */
export async function newEvent(owner: BrowserContext, browser: Browser, fields: object = {}) {
  const group = await newGroup(owner);
  const id = await addEvent(owner, group.id, fields);
  await approve(browser, group.id);
  return { group, id };
}

/** Creates an event as the demo's organiser, in a group that anybody may join. */
export async function addDemoEvent(request: APIRequestContext, fields: object = {}) {
  const { id: groupId } = await groupNamed(request, 'Long Table Todmorden');
  const title = uniqueName('Supper');
  await send(request, 'POST /api/events', {
    body: {
      title,
      description: 'Soup, something baked, and whoever comes through the door.',
      imageUrl: '',
      location: 'Old Sunday School hall, Rise Lane',
      categoryId: 7,
      groupId,
      startTime: '2031-06-14T18:30:00.000Z',
      endTime: '2031-06-14T21:00:00.000Z',
      ...fields,
    },
  });
  const [event] = await read(request, 'GET /api/events', { query: { q: title } });
  if (!event) throw new Error('the event is not listed');
  return event;
}

/** Creates an event of the demo's organiser, in a browser of theirs. */
export async function demoEvent(browser: Browser, fields: object = {}) {
  const organiser = await newContext(browser);
  await signIn(organiser, demoEmail('organiser'));
  return { event: await addDemoEvent(organiser.request, fields), organiser };
}

/** Fills in the form of a new group, but for its button. */
export async function fillGroup(page: Page, name: string): Promise<void> {
  await page.getByLabel('Group name').fill(name);
  await page.getByLabel('Group type').selectOption('outdoorsAdventure');
  await page.getByRole('radio', { name: /^Free/ }).check();
  await page.getByLabel('Description').fill(about);
}

/** Fills in the form of a new event, but for its button. */
export async function fillEvent(page: Page, title = uniqueName('To the mill')): Promise<void> {
  await page.getByLabel('Event title').fill(title);
  await page.getByLabel('Description').fill(about);
  await page.getByLabel('Location', { exact: true }).fill(venue);
  await page.getByLabel('Start time: day').fill('2031-06-14');
  await page.getByLabel('Start time: time').fill('10:00');
}

/** Creates the event of a filled form, whose start is so far ahead that the form asks about it. */
export async function createFarEvent(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Create Event' }).click();
  await confirmFarStart(page);
}

/** Presses once more, as the form asks whether a start more than two years ahead is meant. */
export async function confirmFarStart(page: Page): Promise<void> {
  await expect(page.getByText('This is more than two years ahead.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Create Event' }).click();
}
