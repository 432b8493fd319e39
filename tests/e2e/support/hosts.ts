import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext } from '@playwright/test';
import { read, send, siteAddress } from './api.ts';
import { demoEmail, register, signIn } from './people.ts';
import { review } from './reviewing.ts';

export const about = 'We meet at the mill, walk for two hours and come back for tea.';
export const venue = 'The old bridge, Corve Street, Ludlow';

export const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

const newContext = (browser: Browser) =>
  browser.newContext({ baseURL: siteAddress(), storageState: { cookies: [], origins: [] } });

/** Registers somebody in a browser of their own. */
export async function newMember(browser: Browser, firstName: string) {
  const context = await newContext(browser);
  return { ...(await register(context, { firstName })), context };
}

/** Opens a browser for the demo's admin. */
async function demoAdmin(browser: Browser): Promise<BrowserContext> {
  const context = await newContext(browser);
  await signIn(context, demoEmail('admin'));
  return context;
}

/** Approves a group as the demo's admin. */
export async function approve(browser: Browser, id: number): Promise<void> {
  const admin = await demoAdmin(browser);
  await review(admin, id, { status: 'approved' });
  await admin.close();
}

/** Starts a group that awaits approval. */
export async function newGroup({ request }: BrowserContext) {
  const name = uniqueName('Teme Bank Walkers');
  await send(request, 'POST /api/groups', {
    body: {
      name,
      description: about,
      groupType: 'outdoorsAdventure',
      chargeForEvents: 'free',
      imageUrl: '',
    },
  });
  const [group] = await read(request, 'GET /api/user/groups');
  if (!group) throw new Error('the group is not among its owner’s');
  return { id: group.id, name };
}

/** Starts a public group with one event. */
export async function newEvent(owner: BrowserContext, browser: Browser, places: object = {}) {
  const group = await newGroup(owner);
  await send(owner.request, 'POST /api/events', {
    body: {
      title: uniqueName('To the mill'),
      description: about,
      imageUrl: '',
      location: venue,
      categoryId: 2,
      groupId: group.id,
      startTime: '2031-06-14T09:00:00.000Z',
      endTime: '2031-06-14T11:00:00.000Z',
      ...places,
    },
  });
  await approve(browser, group.id);
  const [event] = await read(owner.request, 'GET /api/events/group/:groupId', {
    params: { groupId: group.id },
    query: {},
  });
  if (!event) throw new Error('the group has no event');
  return { group, id: event.id };
}
