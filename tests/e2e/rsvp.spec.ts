import type { Page } from '@playwright/test';
import type { EventCard } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import {
  countText,
  countIn,
  expectToast,
  heading,
  delayAnswers,
  main,
  open,
  reload,
  toast,
} from './support/pages.ts';
import { register } from './support/people.ts';
import { card, eventIn, groupNamed, join, places } from './support/places.ts';
import { expect, lostCalls, refusals, test } from './support/test.ts';

const side = (page: Page) => page.getByRole('complementary', { name: 'Taking part' });
const rsvpCalls = /\/api\/events\/\d+\/rsvps$/;

/** Opens the page of an event as a new member of its group. */
async function openAsMember(page: Page): Promise<EventCard> {
  await register(page.context());
  const event = await eventIn(page.request, places.rsvp);
  await join(page.request, event.groupId);
  await open(page, paths.event(event.id));
  return event;
}

/** Answers the next call that changes an RSVP with a refusal, as a full or ended event would. */
async function refuse(page: Page, message: string) {
  await page.route(rsvpCalls, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, json: { code: 'conflict', message, error: message } }),
  );
}

async function loseCalls(page: Page) {
  await page.route(rsvpCalls, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  );
}

test('the RSVP button leads to the sign-in and back when signed out, on a phone within a thumb’s reach', async ({
  page,
}) => {
  const event = await eventIn(page.request, places.rsvp);
  const destination = `/auth-page?next=${encodeURIComponent(paths.event(event.id))}`;
  await open(page, paths.event(event.id));
  const link = page.getByRole('link', { name: 'Sign in to RSVP' });
  await expect(link).toHaveAttribute('href', destination);
  await page.setViewportSize({ width: 390, height: 700 });
  const within = page.getByRole('link', { name: 'Sign Up to Attend' });
  await expect(within).toBeInViewport();
  await expect(within).toHaveAttribute('href', destination);
});

test.describe('before the page knows the viewer', () => {
  // React logs that the server's HTML no longer matches.
  test.use({ expectedNoise: /Minified React error #418/ });

  test('the RSVP button is disabled and reads ‘Loading...’', async ({ page }) => {
    const event = await eventIn(page.request, places.rsvp);
    const tellWho = await delayAnswers(page, /\/api\/user$/);
    await page.route(`**${paths.event(event.id)}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: withoutUser(await response.text()) });
    });
    await page.goto(paths.event(event.id));
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
    tellWho();
    await expect(page.getByRole('link', { name: 'Sign in to RSVP' })).toBeVisible();
  });
});

/** Serves the document without the viewer's identity, so that the browser alone renders it. */
function withoutUser(html: string): string {
  return html
    .replace(/(<script type="application\/json" id="state">)(.*)(<\/script>)/s, (_, ...parts) => {
      const [before = '', json = '', after = ''] = parts.map(String);
      const state = JSON.parse(json) as { queries: { queryKey: string[] }[] };
      const known = state.queries.filter(({ queryKey }) => queryKey[0] !== '/api/user');
      return (
        before + JSON.stringify({ ...state, queries: known }).replaceAll('<', '\\u003c') + after
      );
    })
    .replace(/<a [^>]*>Sign in to RSVP<\/a>|<a [^>]*>Sign Up to Attend<\/a>/g, '');
}

test.describe('signed in', () => {
  test('a pending member reads ‘Request Pending’, disabled', async ({ page }) => {
    await register(page.context());
    const event = await eventIn(page.request, places.rsvpByApproval);
    await join(page.request, event.groupId);
    await open(page, paths.event(event.id));
    await expect(page.getByRole('button', { name: 'Request Pending' })).toBeDisabled();
  });

  test('an outsider reads ‘Join Group to Attend’ and ‘You need to join the group to RSVP’', async ({
    page,
  }) => {
    await register(page.context());
    const event = await eventIn(page.request, places.rsvp);
    await open(page, paths.event(event.id));
    await expect(main(page)).toContainText('You need to join the group to RSVP');
    await expect(page.getByRole('link', { name: 'Join Group to Attend' })).toHaveAttribute(
      'href',
      paths.group(event.groupId),
    );
  });

  test('a member attends and cancels: the count and the faces change at once', async ({ page }) => {
    const event = await openAsMember(page);
    const before = await countIn(side(page), 'attendee');

    const letAttend = await delayAnswers(page, rsvpCalls, 'POST');
    await page.getByRole('button', { name: 'Attend Event' }).click();
    await expect(page.getByRole('button', { name: 'Attending...' })).toBeDisabled();
    await expect(side(page).getByText(countText(before + 1, 'attendee'))).toBeVisible();
    letAttend();
    await expect(page.getByRole('button', { name: 'Going ✓' })).toBeEnabled();
    await expectToast(page, 'Success!', "You've successfully RSVPed to this event");

    await reload(page);
    await expect(side(page).getByText(countText(before + 1, 'attendee'))).toBeVisible();
    const letCancel = await delayAnswers(page, rsvpCalls, 'DELETE');
    await page.getByRole('button', { name: 'Going ✓' }).click();
    await expect(page.getByRole('button', { name: 'Cancelling...' })).toBeDisabled();
    await expect(side(page).getByText(countText(before, 'attendee'))).toBeVisible();
    letCancel();
    await expect(page.getByRole('button', { name: 'Attend Event' })).toBeEnabled();
    await expectToast(page, 'Success!', "You've canceled your RSVP");

    const { attendeeCount } = await read(page.request, 'GET /api/events/:id', {
      params: { id: event.id },
    });
    expect(attendeeCount).toBe(before);
  });

  test('an RSVP appears on the lists without a reload', wide, async ({ page }) => {
    const event = await openAsMember(page);
    await page.getByRole('link', { name: event.group.name }).click();
    await expect(heading(page)).toHaveText(event.group.name);
    await page.getByRole('tab', { name: 'Events' }).click();
    await expect(card(page, paths.event(event.id))).not.toContainText('Going');
    await card(page, paths.event(event.id)).getByRole('link').click();
    await page.getByRole('button', { name: 'Attend Event' }).click();
    await expect(page.getByRole('button', { name: 'Going ✓' })).toBeEnabled();
    await page.getByRole('link', { name: event.group.name }).click();
    await page.getByRole('tab', { name: 'Events' }).click();
    await expect(card(page, paths.event(event.id))).toContainText('Going');
  });

  test('at most 5 faces represent the attendees, then ‘+N’', async ({ page }) => {
    const event = await openAsMember(page);
    const count = await countIn(side(page), 'attendee');
    expect(count).toBeGreaterThan(5);
    const faces = side(page).getByRole('img', { name: countText(count, 'attendee') });
    await expect(faces.locator('> span')).toHaveCount(5 + 1);
    await expect(faces).toContainText(`+${count - 5}`);
    expect(event.attendeeCount).toBe(count);
  });

  test(
    'opened from a card, the faces have their space before they load',
    wide,
    async ({ page }) => {
      await register(page.context());
      const event = await eventIn(page.request, places.rsvp);
      await open(page, paths.group(event.groupId));
      const letFaces = await delayAnswers(page, rsvpCalls);
      await page.getByRole('tab', { name: 'Events' }).click();
      await card(page, paths.event(event.id)).getByRole('link').click();
      const faces = side(page).getByRole('img', { name: /attendees$/ });
      await expect(faces.locator('> span')).toHaveCount(5 + 1);
      const size = () =>
        faces.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight]);
      const before = await size();
      const answered = page.waitForResponse(rsvpCalls);
      letFaces();
      await answered;
      await expect(faces).toHaveText(/[A-Z]/);
      expect(await size()).toEqual(before);
    },
  );

  test('a past event offers nothing', async ({ page }) => {
    await register(page.context());
    const group = await groupNamed(page.request, places.rsvp);
    await join(page.request, group.id);
    const [past] = await read(page.request, 'GET /api/events/group/:groupId', {
      params: { groupId: group.id },
      query: { when: 'past' },
    });
    await open(page, paths.event(past?.id ?? 0));
    await expect(side(page)).toContainText('This event has ended');
    const offered = side(page).getByRole('button').filter({ hasNotText: 'attendee' });
    await expect(offered).toHaveCount(0);
  });
});

test.describe('an RSVP that fails', () => {
  test.use({ expectedNoise: new RegExp(`${refusals.source}|${lostCalls.source}`) });

  test('is reverted, as a failed cancelling is, each with its own words', async ({ page }) => {
    await openAsMember(page);
    const before = await countIn(side(page), 'attendee');
    const attendButton = page.getByRole('button', { name: 'Attend Event' });
    const going = page.getByRole('button', { name: 'Going ✓' });

    await refuse(page, 'This event has already ended');
    await attendButton.click();
    await expectToast(page, 'RSVP failed', 'This event has already ended');
    await expect(attendButton).toBeEnabled();
    await expect(side(page).getByText(countText(before, 'attendee'))).toBeVisible();
    await page.unrouteAll();
    await loseCalls(page);
    await attendButton.click();
    await expectToast(page, 'RSVP failed', 'Failed to RSVP. Please try again.');
    await expect(attendButton).toBeEnabled();

    await page.unrouteAll();
    await attendButton.click();
    await expect(going).toBeEnabled();
    await refuse(page, 'Not now');
    await going.click();
    await expectToast(page, 'Failed to cancel RSVP', 'Failed to cancel RSVP. Please try again.');
    await expect(going).toBeEnabled();
    await expect(side(page).getByText(countText(before + 1, 'attendee'))).toBeVisible();
  });

  test('links to the profile and back, when that is incomplete', wide, async ({ page }) => {
    await register(page.context(), { complete: false });
    const event = await eventIn(page.request, places.rsvp);
    await join(page.request, event.groupId);
    await open(page, paths.event(event.id));
    await page.getByRole('button', { name: 'Attend Event' }).click();
    await expectToast(page, 'RSVP failed', 'Please complete your profile to sign up for events');
    await expect(page.getByRole('button', { name: 'Attend Event' })).toBeEnabled();
    await toast(page).getByRole('link', { name: 'Complete Profile' }).click();
    await expect(page).toHaveURL(
      `/complete-profile?next=${encodeURIComponent(paths.event(event.id))}`,
    );
    await expect(heading(page)).toHaveText('Complete your profile');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, expectedNoise: lostCalls });

  test(
    'the toasts are ‘RSVP confirmed’, ‘RSVP cancelled’, and ‘Please try again later.’ for a lost call',
    wide,
    async ({ page }) => {
      await openAsMember(page);
      await page.getByRole('button', { name: 'Attend Event' }).click();
      await expectToast(page, 'RSVP confirmed');
      await page.getByRole('button', { name: 'Going ✓' }).click();
      await expectToast(page, 'RSVP cancelled');
      await expect(toast(page)).toHaveCount(1);
      await loseCalls(page);
      await page.getByRole('button', { name: 'Attend Event' }).click();
      await expectToast(page, 'RSVP failed', 'Please try again later.');
    },
  );
});
