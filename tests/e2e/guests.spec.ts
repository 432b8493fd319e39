import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import { comingPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide, wideExcept } from '#tests/support/breadth.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { read, send, siteAddress } from './support/api.ts';
import { newEvent, newMember, venue } from './support/hosts.ts';
import type { Mail } from './support/mailbox.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { newEmail, password } from './support/people.ts';
import { expect, refusals, test } from './support/test.ts';

const phone = { width: 390, height: 844 };

/** Creates an event of a new group that anyone can come to, and returns it with its organiser. */
async function openEvent(browser: Browser, places: object = {}) {
  const { context: organiser } = await newMember(browser, 'Sam');
  const { id, group } = await newEvent(organiser, browser, { openTo: 'anyone', ...places });
  return { id, group, organiser };
}

/** Returns the path of the guest's page that an email links to. */
function guestPath({ text }: Mail): string {
  const [path = ''] = /\/coming\/[\w-]{43}/.exec(text) ?? [];
  expect(path, 'a link to the guest’s page in the mail').not.toBe('');
  return path;
}

const tokenOf = (path: string) => path.slice(comingPath('').length);

/** Makes a call that anybody may make, and returns its answer. */
async function ask<Answer>(context: BrowserContext, url: string, data: object): Promise<Answer> {
  const headers = { origin: siteAddress() };
  const answer = await context.request.post(url, { headers, data });
  expect(answer.ok(), `${url}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

type MailTo = (address: string, words: string) => Promise<Mail>;

/** Asks to come by the API, and returns the path of the guest's page. */
async function askToCome(
  context: BrowserContext,
  mailTo: MailTo,
  eventId: number,
  { firstName = 'Robin', guests = 0 } = {},
) {
  const email = newEmail();
  await ask(context, `/api/events/${eventId}/guest-rsvps`, { firstName, email, guests });
  return { email, path: guestPath(await mailTo(email, '')) };
}

const stateOf = async (context: BrowserContext, path: string) =>
  (await ask<GuestRsvp>(context, '/api/guest-rsvps/read', { token: tokenOf(path) })).state;

const confirm = (context: BrowserContext, path: string) =>
  ask<GuestRsvp>(context, '/api/guest-rsvps/confirm', { token: tokenOf(path) });

const come = (page: Page) => page.getByRole('region', { name: /^Come along/ });
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const textbox = (page: Page, name: string) => main(page).getByRole('textbox', { name });
const status =
  'Check your email: press the button in it to book your place. If you asked within the last hour, use the email you have.';

test.describe('on a phone', () => {
  test.use({ viewport: phone, expectedNoise: refusals });

  test('a visitor gets from a shared link to Going by two screens and two fields, of which none may be blank', async ({
    page,
    browser,
    mailTo,
  }) => {
    const { id } = await openEvent(browser, { capacity: 10, guestsAllowed: 2 });
    const email = newEmail();
    await open(page, paths.event(id));
    await main(page).getByRole('link', { name: 'Come along' }).click();
    await expect(come(page)).toBeInViewport({ ratio: 0.9 });
    await come(page).getByLabel('First name').fill('Robin');
    await come(page).getByRole('button', { name: 'Come along' }).click();
    await expect(come(page)).toContainText('Please enter a valid email address');
    await expect(come(page).getByLabel('Email address')).toBeFocused();
    await expect(come(page).getByLabel('First name')).toHaveValue('Robin');
    await come(page).getByLabel('Email address').fill(email);
    await come(page).getByRole('button', { name: 'One more: Bringing guests' }).click();
    expect(await violationsOn(page)).toEqual([]);
    await come(page).getByRole('button', { name: 'Come along' }).click();
    await expect(come(page).getByText(status)).toBeVisible();
    await expect(come(page).locator(':focus')).toContainText(status);
    expect(await violationsOn(page)).toEqual([]);

    await open(page, guestPath(await mailTo(email, 'Confirm that you’re coming')));
    await expect(main(page)).not.toContainText(venue);
    await expect(main(page)).toContainText(
      'Press the button to book your place. We can’t hold one until you do.',
    );
    await expect(main(page).getByRole('spinbutton', { name: 'Bringing guests' })).toHaveValue('1');
    expect(await violationsOn(page)).toEqual([]);
    await button(page, 'Yes, I’m coming').click();
    await expect(heading(page)).toHaveText('You’re going');
    await expect(heading(page)).toBeFocused();
    await expect(main(page)).toContainText(venue);
    expect(await violationsOn(page)).toEqual([]);
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false, expectedNoise: /script|\.js csp/i });

    test(
      'a guest can do the same, and everything else',
      wide,
      async ({ page, browser, mailTo }) => {
        const { id } = await openEvent(browser, { capacity: 10, guestsAllowed: 2 });
        const email = newEmail();
        await page.goto(paths.event(id));
        await main(page).getByRole('link', { name: 'Come along' }).click();
        await come(page).getByLabel('First name').fill('Robin');
        await come(page).getByLabel('Email address').fill('robin at home');
        await come(page).getByRole('button', { name: 'Come along' }).click();
        await expect(come(page)).toContainText('Please enter a valid email address');
        await expect(come(page).getByLabel('First name')).toHaveValue('Robin');
        await come(page).getByLabel('Email address').fill(email);
        await come(page).getByRole('button', { name: 'Come along' }).click();
        await expect(page).toHaveURL(paths.event(id));
        await expect(main(page).getByRole('status').first()).toContainText(status);

        const path = guestPath(await mailTo(email, 'Confirm that you’re coming'));
        await page.goto(path);
        await button(page, 'Yes, I’m coming').click();
        await expect(page).toHaveURL(path);
        await expect(heading(page)).toHaveText('You’re going');
        await expect(main(page)).toContainText(venue);

        await main(page).getByRole('spinbutton', { name: 'Bringing guests' }).fill('2');
        await button(page, 'Update guests').click();
        await expect(main(page)).toContainText('You bring 2 guests');
        await button(page, 'Turn messages off').click();
        await expect(button(page, 'Turn messages on')).toBeVisible();

        await main(page).getByText('Write to the organisers').click();
        await textbox(page, 'Subject').fill('Stairs');
        await button(page, 'Send message').click();
        await expect(main(page)).toContainText('Please write a message');
        await expect(textbox(page, 'Subject')).toHaveValue('Stairs');
        await textbox(page, 'Message').fill('Is there a way in without stairs?');
        await button(page, 'Send message').click();
        await expect(main(page)).toContainText('The organisers have your message.');

        await main(page).locator('summary', { hasText: 'Cancel my place' }).click();
        await button(page, 'Yes, cancel my place').click();
        await expect(heading(page)).toHaveText('Your place is cancelled');
      },
    );
  });
});

test(
  'twenty links, opened at once for ten seconds, change nothing',
  wide,
  async ({ context, browser, mailTo }) => {
    test.setTimeout(120_000);
    const { id } = await openEvent(browser);
    const links = await Promise.all(
      Array.from({ length: 20 }, async () => (await askToCome(context, mailTo, id)).path),
    );
    const changes: string[] = [];
    context.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(request.url());
    });
    const pages = await Promise.all(links.map(async () => context.newPage()));
    await Promise.all(
      links.map(async (path, index) => {
        await pages[index]?.goto(path);
        await expect(button(pages[index]!, 'Yes, I’m coming')).toBeEnabled();
      }),
    );
    // A mail scanner waits like this for what a page may do by itself.
    await pages[0]?.waitForTimeout(10_000);
    expect(changes).toEqual([]);
    const states = await Promise.all(links.map((path) => stateOf(context, path)));
    expect(new Set(states)).toEqual(new Set(['unconfirmed']));
  },
);

test('a guest waits, is offered a place, and cancels it after a question', async ({
  page,
  browser,
  mailTo,
}) => {
  const { id, organiser } = await openEvent(browser, { capacity: 1 });
  const params = { id };
  await send(organiser.request, 'POST /api/events/:id/rsvps', {
    params,
    body: { status: 'going' },
  });
  const { path } = await askToCome(page.context(), mailTo, id);
  await open(page, path);
  await expect(heading(page)).toHaveText('It’s full right now');
  await button(page, 'Join the waiting list').click();
  await expect(heading(page)).toHaveText('You’re on the waiting list');
  await expect(main(page)).toContainText('You are 1st on the list');
  expect(await violationsOn(page)).toEqual([]);

  await send(organiser.request, 'DELETE /api/events/:id/rsvps', { params });
  await open(page, path);
  await expect(heading(page)).toHaveText(/^A place is yours until/);
  expect(await violationsOn(page)).toEqual([]);
  await button(page, 'Accept place').click();
  await expect(heading(page)).toHaveText('You’re going');

  await button(page, 'Cancel my place').click();
  const question = page.getByRole('alertdialog', { name: 'Cancel your place?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  expect(await stateOf(page.context(), path)).toBe('going');
  await button(page, 'Cancel my place').click();
  await question.getByRole('button', { name: 'Cancel my place' }).click();
  await expect(heading(page)).toHaveText('Your place is cancelled');
  await expect(heading(page)).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);
  await button(page, 'Come after all').click();
  await expect(heading(page)).toHaveText('You’re going');
});

for (const javaScriptEnabled of [true, false])
  test.describe(
    javaScriptEnabled ? 'with script, on a phone' : 'without script, on a phone',
    () => {
      const expectedNoise = javaScriptEnabled ? refusals : /script|\.js csp/i;
      test.use({ viewport: phone, javaScriptEnabled, expectedNoise });

      test(
        'the event’s page knows a guest in the browser where they confirmed',
        wideExcept(javaScriptEnabled),
        async ({ page, browser, mailTo }) => {
          const { id } = await openEvent(browser, { capacity: 5 });
          const { path } = await askToCome(page.context(), mailTo, id, { firstName: 'Alf' });
          await page.goto(path);
          await button(page, 'Yes, I’m coming').click();
          await expect(heading(page)).toHaveText('You’re going');
          await main(page).getByRole('link', { name: 'See the event' }).click();
          const place = page.getByRole('region', { name: 'Your place' });
          await expect(place).toContainText('You’re coming, Alf.');
          await expect(page.locator('[data-foot]')).toContainText('You’re coming, Alf.');
          await expect(come(page)).toHaveCount(0);

          const stranger = await browser.newContext();
          const elsewhere = await stranger.newPage();
          await elsewhere.goto(siteAddress() + paths.event(id));
          await expect(come(elsewhere)).toBeVisible();
          expect(await elsewhere.content()).not.toContain('Alf');
          await stranger.close();

          await place.getByRole('link', { name: 'Change or cancel' }).click();
          await expect(page).toHaveURL(path);
          await page.goto(paths.event(id));
          expect(await page.content()).not.toContain(tokenOf(path));
          if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
          await place.getByRole('button', { name: 'Not you?' }).click();
          await expect(come(page)).toBeVisible();
          await page.reload();
          await expect(place).toHaveCount(0);
          expect(await stateOf(page.context(), path)).toBe('going');
        },
      );
    },
  );

test(
  'a guest changes guests and messages, and writes to the organisers',
  wide,
  async ({ page, browser, mailTo }) => {
    const { id } = await openEvent(browser, { guestsAllowed: 2 });
    const { path } = await askToCome(page.context(), mailTo, id);
    await confirm(page.context(), path);
    await open(page, path);
    await main(page).getByRole('button', { name: 'One more: Bringing guests' }).click();
    await button(page, 'Update guests').click();
    await expectToast(page, 'RSVP updated', 'You bring 1 guest');
    await button(page, 'Turn messages off').click();
    await expectToast(page, 'Messages are off');
    await expect(button(page, 'Turn messages on')).toBeFocused();

    await main(page).getByText('Write to the organisers').click();
    await textbox(page, 'Subject').fill('Stairs');
    await textbox(page, 'Message').fill('Is there a way in without stairs?');
    expect(await violationsOn(page)).toEqual([]);
    await button(page, 'Send message').click();
    await expect(main(page).locator(':focus')).toContainText('Message sent');
  },
);

/** Signs up by the form that a guest's page has filled in. */
async function signUpAs(page: Page, email: string, eventId: number): Promise<void> {
  await expect(page).toHaveURL(`${paths.auth}?next=${encodeURIComponent(paths.event(eventId))}`);
  await expect(page.getByLabel('First Name')).toHaveValue('Robin');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByLabel('I am 16 or older').check();
  await main(page).getByRole('button', { name: 'Sign Up', exact: true }).click();
}

test('a guest keeps the place with an account, whose address the link has confirmed', async ({
  page,
  browser,
  mailTo,
}) => {
  const { id } = await openEvent(browser);
  const { path, email } = await askToCome(page.context(), mailTo, id);
  await confirm(page.context(), path);
  await open(page, path);
  await main(page).getByRole('link', { name: 'Sign up' }).click();
  await signUpAs(page, email, id);
  await expect(page).toHaveURL(/\/support/);
  const { user } = await read(page.request, 'GET /api/user');
  expect(user).toMatchObject({ email, emailVerified: true });
  const event = await read(page.request, 'GET /api/events/:id', { params: { id } });
  expect(event.rsvp).toMatchObject({ status: 'going' });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: phone, expectedNoise: /script|\.js csp/i });

  test(
    'the sign-up form has a guest’s name and address, which are in no address',
    wide,
    async ({ page, browser, mailTo }) => {
      const { id } = await openEvent(browser);
      const { path, email } = await askToCome(page.context(), mailTo, id);
      await confirm(page.context(), path);
      await page.goto(path);
      await button(page, 'Sign up').click();
      await signUpAs(page, email, id);
      const { user } = await read(page.request, 'GET /api/user');
      expect(user).toMatchObject({ email, emailVerified: true });
      await page.goto(paths.auth);
      expect(await page.content()).not.toContain(tokenOf(path));
    },
  );

  test(
    'a visitor asks about getting in, and sends it from an email',
    wide,
    async ({ page, browser, mailTo }) => {
      const { id } = await openEvent(browser);
      const email = newEmail();
      await page.goto(paths.event(id));
      await main(page).getByText('ask the organisers').click();
      const form = main(page).locator('[data-ask-organisers]');
      await form.getByLabel('First name').fill('Robin');
      await form.getByLabel('Email address', { exact: true }).fill(email);
      await form.getByRole('button', { name: 'Send message' }).click();
      await expect(form).toContainText('Please write a message');
      await expect(form.getByLabel('First name')).toHaveValue('Robin');
      await form.getByLabel('Message').fill('Is there a way in without stairs?');
      await form.getByRole('button', { name: 'Send message' }).click();
      await expect(main(page).getByRole('status').first()).toContainText('Check your email');
      const { text } = await mailTo(email, 'Send your question');
      await page.goto(/\/question\?token=[\w.-]+/.exec(text)?.[0] ?? '');
      await expect(main(page)).toContainText('Is there a way in without stairs?');
      await button(page, 'Send message').click();
      await expect(heading(page)).toHaveText('The organisers have your message');
    },
  );
});

test('an organiser sees guests, lets them in or removes them, and adds people by hand', async ({
  page: visitor,
  browser,
  mailTo,
}) => {
  const { id, organiser } = await openEvent(browser, { capacity: 5, guestsAllowed: 2 });
  const guest = await askToCome(visitor.context(), mailTo, id, { firstName: 'Ada', guests: 1 });
  await confirm(visitor.context(), guest.path);
  const page = await organiser.newPage();
  await open(page, paths.event(id));
  await page.getByRole('button', { name: '1 attendee' }).click();
  const list = page.getByRole('dialog', { name: 'Who is coming' });
  await expect(list.getByRole('listitem')).toHaveText([/Ada.*with 1 guest, no account/]);

  await test.step('adds somebody, and changes the entry', async () => {
    await list.getByRole('button', { name: 'Add someone' }).click();
    const adding = page.getByRole('dialog', { name: 'Add someone' });
    await adding.getByLabel('Name').fill('Mrs Ackroyd');
    await adding.getByRole('button', { name: 'One more: How many people' }).click();
    await adding.getByLabel('Note').fill('Needs a chair with arms');
    expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);
    await adding.getByRole('button', { name: 'Add to the list' }).click();
    await expectToast(page, 'Mrs Ackroyd is on the list');
    const row = list.getByRole('listitem').filter({ hasText: 'Mrs Ackroyd' });
    await expect(row).toContainText('2 people, added by Sam');
    await expect(row).toContainText('Needs a chair with arms');
    expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);

    await row.getByRole('button', { name: 'Actions for Mrs Ackroyd' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    const changing = page.getByRole('dialog', { name: 'Change Mrs Ackroyd' });
    await changing.getByRole('button', { name: 'One fewer: How many people' }).click();
    await changing.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Mrs Ackroyd has been changed');
    await expect(row).not.toContainText('2 people');

    await row.getByRole('button', { name: 'Actions for Mrs Ackroyd' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Mrs Ackroyd has been removed');
    await expect(row).toHaveCount(0);
  });

  await test.step('removes a guest, who can’t ask again', async () => {
    await list.getByRole('button', { name: 'Actions for Ada' }).click();
    await page.getByRole('menuitem', { name: 'Remove and don’t let them back' }).click();
    await page
      .getByRole('alertdialog', { name: 'Remove Ada and don’t let them back?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expectToast(page, 'Ada has been removed');
    await expect(list).toContainText('Nobody is coming yet.');
    await page.keyboard.press('Escape');
  });

  await test.step('lets a guest in from the waiting list', async () => {
    await send(organiser.request, 'POST /api/events/:id/added-attendees', {
      params: { id },
      body: { name: 'A coach party', people: 5 },
    });
    const waiting = await askToCome(visitor.context(), mailTo, id, { firstName: 'Wilf' });
    await confirm(visitor.context(), waiting.path);
    const [coach] = await read(organiser.request, 'GET /api/events/:id/rsvps', { params: { id } });
    await open(page, paths.event(id));
    await page.getByRole('button', { name: 'Waiting list', exact: true }).click();
    const line = page.getByRole('dialog', { name: 'Waiting list' });
    await expect(line.getByRole('listitem')).toHaveText([/^1.*Wilf.*no account/]);
    expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);
    await send(organiser.request, 'PATCH /api/events/:id', {
      params: { id },
      body: { capacity: 6, waitlistEnabled: true },
    });
    expect(coach).toMatchObject({ kind: 'added', people: 5 });
    await line.getByRole('button', { name: 'Let in Wilf' }).click();
    await expectToast(page, 'Wilf is going');
    expect(await stateOf(visitor.context(), waiting.path)).toBe('going');
  });
});
