import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { read, siteAddress } from './support/api.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { demoEmail, register, signIn, type Person } from './support/people.ts';
import { review } from './support/reviewing.ts';
import { expect, test } from './support/test.ts';

const about = 'We mend what is broken over tea, on the first Saturday of the month.';
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: siteAddress(),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    storageState: { cookies: [], origins: [] },
  });
  return context.newPage();
}

/** Returns the kinds of emails that somebody has been sent, from the admin's list. */
const kindsSentTo = async (admin: Page, { email }: Person) =>
  (await read(admin.request, 'GET /api/admin/mail', { query: { q: email } })).map(
    ({ kind }) => kind,
  );

async function expectMail(admin: Page, person: Person, kind: string): Promise<void> {
  await expect
    .poll(() => kindsSentTo(admin, person), { message: `mails to ${person.firstName}` })
    .toContain(kind);
}

async function fillGroup(page: Page, name: string): Promise<number> {
  await open(page, paths.createGroup);
  await page.getByLabel('Group name').fill(name);
  await page.getByLabel('Group type').selectOption('learningEducation');
  await page.getByRole('radio', { name: 'Free' }).check();
  await page.getByRole('radio', { name: 'By request' }).check();
  await page.getByLabel('Description').fill('Mending, and tea, once a month.');
  await button(page, 'Create group').click();
  await expect(page).toHaveURL(/\/group-published-success\?groupId=\d+$/);
  return Number(new URL(page.url()).searchParams.get('groupId'));
}

async function fillEvent(page: Page, title: string): Promise<number> {
  await page.getByLabel('Event title').fill(title);
  await page.getByLabel('Description').fill(about);
  await page.getByLabel('Start time: day').fill('2031-06-07');
  await page.getByLabel('Start time: time').fill('10:00');
  await page.getByLabel('End time: day').fill('2031-06-07');
  await page.getByLabel('End time: time').fill('12:30');
  await page.getByLabel('Location').fill('The chapel hall, Pound Street, Ludlow');
  await button(page, 'Create Event').click();
  await expect(page).toHaveURL(/\/events\/\d+$/);
  return Number(page.url().split('/').at(-1));
}

test('a group from its creation through rejection, approval and its first event to the event’s end', async ({
  page: owner,
  browser,
}) => {
  const name = `Corve Menders ${randomUUID().slice(0, 8)}`;
  const title = `Chairs and toasters ${randomUUID().slice(0, 8)}`;
  const admin = await newPage(browser);
  await signIn(admin.context(), demoEmail('admin'));
  const founder = await register(owner.context(), { firstName: 'Meg' });

  const groupId = await test.step('created', () => fillGroup(owner, name));
  await expectToast(owner, 'Your group has been submitted for admin approval');

  await test.step('rejected: the owner reads why, and is written to', async () => {
    await review(admin, groupId, { status: 'rejected', reason: 'Please say where you meet.' });
    await open(owner, paths.groupDraft(groupId));
    await expect(main(owner)).toContainText("This group wasn't approved");
    await expect(main(owner)).toContainText('Please say where you meet.');
    await expectMail(admin, founder, 'group_reviewed');
  });

  await test.step('edited, its town too, and sent again', async () => {
    await button(owner, 'Edit group').click();
    const dialog = owner.getByRole('dialog', { name: 'Edit group' });
    await dialog.getByLabel('Description').fill(about);
    await expect(dialog.getByLabel('Town')).toHaveValue('Ludlow');
    await dialog.getByLabel('Town').fill('Craven Arms');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(owner, 'Group updated successfully');
    await expect(main(owner)).toContainText('Craven Arms');
    await button(owner, 'Done').click();
    await expectToast(owner, 'Your group has been published!');
  });

  await test.step('approved', async () => {
    await review(admin, groupId, { status: 'approved' });
    await open(owner, paths.group(groupId));
    await expect(main(owner)).not.toContainText('under review');
  });

  const eventId = await test.step('its first event, in the group’s town', async () => {
    await main(owner).getByRole('link', { name: 'Create Event' }).click();
    await expect(owner.getByLabel('Group', { exact: true })).toHaveValue(String(groupId));
    return fillEvent(owner, title);
  });
  await expectToast(owner, 'Your event has been created successfully');

  const neighbour = await newPage(browser);
  const guest = await register(neighbour.context(), { firstName: 'Idris' });
  await test.step('somebody asks to join', async () => {
    await open(neighbour, paths.event(eventId));
    await expect(main(neighbour)).toContainText('You need to join the group to RSVP');
    await main(neighbour).getByRole('link', { name: 'Join Group to Attend' }).first().click();
    await expect(heading(neighbour)).toHaveText(name);
    await main(neighbour).getByRole('button', { name: 'Join Group' }).click();
    await expect(main(neighbour)).toContainText('Request Pending');
    await expectMail(admin, founder, 'request_received');
  });

  await test.step('the owner approves', async () => {
    await open(owner, paths.group(groupId));
    await owner.getByRole('tab', { name: /^Members/ }).click();
    await owner.getByRole('button', { name: 'Approve Idris' }).click();
    await expect(main(owner)).toContainText('2 members');
    await expectMail(admin, guest, 'request_approved');
  });

  const side = neighbour.getByRole('complementary', { name: 'Taking part' });
  await test.step('the new member attends', async () => {
    await open(neighbour, paths.event(eventId));
    await side.getByRole('button', { name: 'Attend Event' }).click();
    await expectToast(neighbour, 'Success!', "You've successfully RSVPed to this event");
    await expect(side).toContainText('1 attendee');
  });

  await test.step('the time changes, and the attendee is written to', async () => {
    await open(owner, `/events/${eventId}/edit`);
    await owner.getByLabel('Start time: time').fill('11:00');
    await button(owner, 'Save changes').click();
    await expectToast(owner, 'Event updated');
    await expectMail(admin, guest, 'event_changed');
    await open(neighbour, paths.event(eventId));
    await expect(main(neighbour)).toContainText('Saturday, June 7, 2031 • 11:00 AM – 1:30 PM');
  });

  await test.step('called off: marked, kept, and the attendee is written to', async () => {
    await button(owner, 'Cancel event').click();
    const dialog = owner.getByRole('alertdialog');
    await expect(dialog).toContainText('1 attendee');
    await dialog.getByRole('button', { name: 'Cancel event' }).click();
    await expectToast(owner, 'Event cancelled');
    await expectMail(admin, guest, 'event_cancelled');
    await open(neighbour, paths.event(eventId));
    await expect(main(neighbour)).toContainText('This event has been cancelled');
    await expect(side.getByRole('button', { name: 'Going ✓' })).toHaveCount(0);
    await open(neighbour, paths.myEvents);
    await expect(main(neighbour)).toContainText(title);
    await expect(main(neighbour)).toContainText('Cancelled');
  });
  await admin.context().close();
  await neighbour.context().close();
});
