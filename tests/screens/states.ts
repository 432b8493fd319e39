import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { read } from '#tests/e2e/support/api.ts';
import {
  accountDialogs,
  adminDialogs,
  openDeadMail,
  openDialog,
} from '#tests/e2e/support/dialogs.ts';
import { demoEmail } from '#tests/e2e/support/people.ts';
import { groupNamed, nextEventOf } from '#tests/e2e/support/places.ts';
import { paths } from '#contract/platform/paths.ts';
import type { GroupCard } from '#contract/community/groups.ts';
import type { Series } from '#contract/events/series/series.ts';
import {
  eventMessagesPath,
  messagesPath,
  editEventPath,
} from '#web/features/events/events/event-paths.ts';

/** A page's state after some action on it. */
export interface State {
  name: string;
  /** Leads to the state from any page. */
  reach: (page: Page) => Promise<unknown>;
}

const at = (name: string, path: string): State => ({
  name,
  reach: (page) => page.goto(path, { waitUntil: 'networkidle' }),
});

const withDialog = ({ name, path, open }: (typeof accountDialogs)[number]): State => ({
  name: `dialog-${name}`,
  reach: async (page) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await open(page);
    await openDialog(page).waitFor();
  },
});

const pressed = (name: string, path: string, label: string): State => ({
  name,
  reach: async (page) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: label }).last().click();
    await page.waitForLoadState('networkidle');
  },
});

/** Opens a tab of a page, and waits for its data. */
const onTab = (name: string, path: (page: Page) => Promise<string>, label: string): State => ({
  name,
  reach: async (page) => {
    await page.goto(await path(page), { waitUntil: 'networkidle' });
    await page.getByRole('tab', { name: label }).click();
    await page.waitForLoadState('networkidle');
  },
});

/** Finds a group of the demo's organiser. */
const ownGroup = (page: Page) => groupNamed(page.request, 'Hello Hebden');
const ownGroupPath = async (page: Page) => paths.group((await ownGroup(page)).id);

/** Finds a full event of theirs with a waiting list. */
async function openFullEvent(page: Page): Promise<void> {
  const [event] = await read(page.request, 'GET /api/events', { query: { q: 'peanut stew' } });
  await page.goto(paths.event(event?.id ?? 0), { waitUntil: 'networkidle' });
}

/** Returns a date of a series that they run, created at the first call. */
async function dateOfSeries(page: Page): Promise<number> {
  const group = await ownGroup(page);
  const events = await read(page.request, 'GET /api/events/group/:groupId', {
    params: { groupId: group.id },
    query: { series: 'next' },
  });
  return events.find((each) => each.series)?.id ?? makeSeries(page, group);
}

async function makeSeries(page: Page, { id: groupId, categoryId }: GroupCard): Promise<number> {
  await page.goto(paths.home);
  const { origin } = new URL(page.url());
  const answer = await page.request.post('/api/series', {
    headers: { origin },
    data: {
      title: 'Tuesday tea and talk',
      description: 'A pot of tea, a board of some kind, and whoever comes through the door.',
      location: 'Old Sunday School hall, Rise Lane',
      categoryId,
      groupId,
      startTime: '2031-01-07T19:30:00Z',
      endTime: '2031-01-07T21:30:00Z',
      rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=12',
    },
  });
  if (!answer.ok()) throw new Error(`no series was made: ${answer.status()}`);
  const { events }: Series = await answer.json();
  return events[2]?.id ?? 0;
}

async function openPlan(page: Page): Promise<void> {
  await page.goto(paths.createEvent, { waitUntil: 'networkidle' });
  await page.getByLabel('Start time: day').fill('2031-04-21');
  await page.getByLabel('Start time: time').fill('19:30');
  await page.getByLabel('How often').selectOption('weekly');
  await page.getByRole('table').first().waitFor();
}

async function editFollowing(page: Page): Promise<void> {
  await page.goto(editEventPath(await dateOfSeries(page)), { waitUntil: 'networkidle' });
  await page.getByRole('radio', { name: 'This and the following' }).check();
}

const series: readonly State[] = [
  { name: 'create-series', reach: openPlan },
  {
    name: 'date-of-series',
    reach: async (page) =>
      page.goto(paths.event(await dateOfSeries(page)), { waitUntil: 'networkidle' }),
  },
  { name: 'edit-series', reach: editFollowing },
  {
    name: 'dialog-change-dates',
    reach: async (page) => {
      await editFollowing(page);
      await page.getByLabel('Start time: time').fill('20:00');
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'dialog-cancel-dates',
    reach: async (page) => {
      await page.goto(paths.event(await dateOfSeries(page)), { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Cancel event' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

async function openMessagesOfEvent(page: Page): Promise<void> {
  const [event] = await read(page.request, 'GET /api/events', { query: { q: 'peanut stew' } });
  if (event) await page.goto(eventMessagesPath(event), { waitUntil: 'networkidle' });
}

async function typeMessage(page: Page): Promise<void> {
  const group = await groupNamed(page.request, 'Long Table Todmorden');
  await page.goto(messagesPath(group.id), { waitUntil: 'networkidle' });
  await page.getByLabel('Subject').fill('Bring a cup on Thursday');
  await page
    .getByLabel('Message', { exact: true })
    .fill('Hello all,\n\nThe hall has lost its cups again: https://example.org/cups');
}

const returning = 'redirect_status=pending&payment_intent=pi_1';

export const states: Record<string, readonly State[]> = {
  visitor: [
    at('donation-in-progress', `/support?success=true&${returning}`),
    at('donation-thanks', paths.donationSuccess(20)),
    at('donation-failed', `${paths.donationSuccess(20)}&redirect_status=failed`),
    pressed('refused-sign-up', paths.auth, 'Sign Up'),
    pressed('about-read-more', paths.about, 'Read More'),
    onTab('group-tab-members', ownGroupPath, 'Members'),
  ],
  member: [
    ...accountDialogs.map(withDialog),
    onTab('my-events-tab-past', async () => paths.myEvents, 'Past'),
    pressed('refused-group', paths.createGroup, 'Create group'),
    {
      name: 'dialog-write-to-organisers',
      reach: async (page) => {
        await page.goto(await ownGroupPath(page), { waitUntil: 'networkidle' });
        await page.getByRole('button', { name: 'Write to the Organisers' }).click();
        await openDialog(page).waitFor();
      },
    },
  ],
  organiser: [
    onTab('group-tab-events', ownGroupPath, 'Events'),
    onTab('group-tab-members', ownGroupPath, 'Members'),
    pressed('refused-event', paths.createEvent, 'Create Event'),
    {
      name: 'messages',
      reach: async (page) => {
        await page.goto(messagesPath((await ownGroup(page)).id), { waitUntil: 'networkidle' });
      },
    },
    { name: 'messages-of-event', reach: openMessagesOfEvent },
    { name: 'messages-typed', reach: typeMessage },
    { name: 'full-event', reach: openFullEvent },
    ...series,
    {
      name: 'dialog-waiting-list',
      reach: async (page) => {
        await openFullEvent(page);
        await page.getByRole('button', { name: 'Waiting list', exact: true }).click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'edit-event',
      reach: async (page) => {
        const { id } = await nextEventOf(page.request, await ownGroup(page));
        await page.goto(editEventPath(id), { waitUntil: 'networkidle' });
      },
    },
  ],
  admin: [
    ...adminDialogs.map(withDialog),
    { name: 'dialog-approve-group', reach: approveUnder18s },
    { name: 'mail-given-up', reach: openDeadMail },
  ],
};

/** Pressed too early, with the dialog's message. */
async function approveUnder18s(page: Page): Promise<void> {
  await page.goto(paths.adminTab('groups'), { waitUntil: 'networkidle' });
  await page
    .getByRole('button', { name: /^Approve Saturday Coders/ })
    .first()
    .click();
  await openDialog(page).getByRole('button', { name: 'Approve group' }).click();
}

/** Creates entries for the admins' log, emails, invitations and groups to approve. */
export async function fillAdminPages(admin: APIRequestContext, origin: string): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await admin.post(path, { headers: { origin }, data });
    if (!answer.ok()) throw new Error(`${path} was refused: ${answer.status()}`);
  };
  await post('/api/admin/invitations', {
    note: `The choir ${randomUUID().slice(0, 4)}`,
    maxUses: 12,
    expiresInDays: 30,
  });
  await post('/api/groups', {
    name: `Saturday Coders ${randomUUID().slice(0, 4)}`,
    description: 'Robots, biscuits and a great deal of tape, every other Saturday in the library.',
    groupType: 'techCommunity',
    chargeForEvents: 'free',
    audience: 'under18',
    safeguardingLead: 'Ruth Okafor',
    safeguardingContact: 'ruth.okafor@saturday-coders.example.org or 01632 960 142',
  });
  await post('/api/forgot-password', { email: demoEmail('member') });
}
