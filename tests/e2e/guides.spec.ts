import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send, siteAddress } from './support/api.ts';
import {
  banner,
  dialog,
  fillInEvent,
  fillInGroup,
  followGuide,
  footer,
  menu,
  openMenu,
} from './support/guide.ts';
import {
  confirmFarStart,
  newEvent,
  newGroup,
  newMember,
  ownGroup,
  uniqueName,
  venue,
} from './support/hosts.ts';
import { expectToast, heading, main, open, waitForHydration } from './support/pages.ts';
import { showWaiting } from './support/reviewing.ts';
import { bio, confirmAddress, newEmail, password, register } from './support/people.ts';
import { attend, join } from './support/places.ts';
import { expect, test } from './support/test.ts';

test('the guide ‘Your first event’ works as written', wide, async ({ page }) => {
  await register(page.context());
  await open(page, paths.home);
  await followGuide(page, 'first-event', async (guide) => {
    await guide.presses('Start a Group', footer(page));
    await expect(heading(page)).toHaveText('Create a Group');
    await fillInGroup(page, guide);
    await guide.sees(['Group type', 'Free', 'Paid', 'Anyone can join', 'By request']);
    await guide.presses('Create group');

    await guide.presses('Create an Event');
    await expect(heading(page)).toHaveText('Create an Event');
    await guide.sees(['Start time', 'End time']);
    await fillInEvent(page, guide, '2031-06-14');
    await guide.fills('Postcode', 'SY8 1AX');
    await guide.sees([
      'Everybody can see the place',
      'Price in words',
      'Online link',
      'Getting in',
    ]);
    await guide.sees(['Members of the group', 'Anyone: no account needed']);
    await guide.fills('Number of places', '20');
    await guide.sees('Waiting list');
    await guide.presses('Create Event');
    await confirmFarStart(page);

    await expect(page).toHaveURL(/\/events\/\d+$/);
    await guide.sees(['Share', 'Print a poster']);

    await open(page, paths.createEvent);
    await page.getByLabel('Location').fill(venue);
    await guide.presses('Use it again');
    await expect(page.getByLabel('Postcode')).toHaveValue('SY8 1');
  });
});

test('the guide ‘A weekly class’ works as written', wide, async ({ page }) => {
  const { id } = await ownGroup(page.context());
  await open(page, paths.group(id));
  await followGuide(page, 'weekly-class', async (guide) => {
    await guide.presses('Create Event');
    await expect(heading(page)).toHaveText('Create an Event');
    await guide.sees(['Start time', 'End time']);
    // The second Monday is a bank holiday.
    await fillInEvent(page, guide, '2031-04-28');
    await guide.sees('Repeats');
    await guide.sees('How often');
    await page.getByLabel('How often').selectOption('weekly');
    await guide.sees(['After a number of dates', 'On a day', 'Calendar', 'List', 'Bank holidays']);
    await guide.presses('Create Event');
    await confirmFarStart(page);
    await expect(page).toHaveURL(/\/events\/\d+$/);
    const address = page.url();

    await guide.presses('Edit');
    await guide.sees(['This date', 'This and the following', 'Save changes']);
    await guide.presses('All dates');
    await guide.sees('Preview changes');

    await open(page, address);
    await guide.presses('Cancel event');
    await guide.sees('This date', dialog(page));
    await guide.presses('Cancel this date', dialog(page));
    await expectToast(page, 'Date cancelled');
  });
});

test('the guide ‘On the night’ works as written', wide, async ({ page, browser, mailTo }) => {
  await register(page.context());
  const { id, group } = await newEvent(page.context(), browser, {
    capacity: 1,
    waitlistEnabled: true,
  });
  for (const firstName of ['Idris', 'Mabel']) {
    const { context, email } = await newMember(browser, firstName);
    await confirmAddress(context, await mailTo(email, 'Confirm your email'));
    await join(context.request, group.id);
    if (firstName === 'Idris') await attend(context.request, id);
    else await send(context.request, 'PUT /api/events/:id/waitlist', { params: { id }, body: {} });
  }
  await open(page, paths.event(id));
  await followGuide(page, 'on-the-night', async (guide) => {
    await guide.sees('Attendees');
    await main(page).getByRole('button', { name: '1 attendee' }).click();
    await guide.fills('Find a first name', 'Idris', dialog(page));
    await guide.sees(['Print a door list', 'Download'], dialog(page));
    await page.keyboard.press('Escape');

    await guide.presses('Edit');
    await guide.fills('Number of places', '3');
    await guide.sees('Ask every member whether they come');
    await page.getByLabel('Ask every member whether they come').selectOption('Yes');
    await guide.presses('Save changes');
    await expectToast(page, 'Event updated');
    await main(page)
      .getByRole('button', { name: /ha(?:sn|ven)’t said$/ })
      .click();
    await guide.sees('Ask again', dialog(page));
    await page.keyboard.press('Escape');
    await guide.presses('Waiting list');
    await guide.presses('Let in', dialog(page));
    await expectToast(page, 'Mabel is going');
    await page.keyboard.press('Escape');

    await main(page).getByRole('button', { name: '2 attendees' }).click();
    await guide.presses('Add someone', dialog(page));
    const adding = page.getByRole('dialog', { name: 'Add someone' });
    await guide.fills('Name', 'Mrs Ackroyd', adding);
    await guide.sees(['How many people', 'Note'], adding);
    await guide.presses('Add to the list', adding);
    await expectToast(page, 'Mrs Ackroyd is on the list');
    await page.keyboard.press('Escape');

    await guide.presses('Door');
    await expect(main(page).getByText('Mrs Ackroyd')).toBeVisible();
    await guide.fills('Find a name', 'ackroyd');
    await guide.sees(['Here', 'Add a walk-in', 'Helpers at the door']);
    await guide.presses('Helpers at the door');
    await guide.fills('Helper’s name', 'Sam at the door', dialog(page));
    await guide.presses('Make a link', dialog(page));
    await page.keyboard.press('Escape');
    await open(page, paths.event(id));

    await guide.presses('Message people');
    await guide.presses('People who are going');
    await guide.fills('Subject', 'Bring a torch');
    await guide.fills('Message', 'It is dark by five, so please bring a torch.');
    await guide.sees('Send me a test');
    await guide.presses('Send message');
    await guide.presses('Undo');
    await expectToast(page, 'Message undone');
  });
});

test(
  'the guide ‘When something goes wrong’ works as written',
  wide,
  async ({ page, browser, mailTo }) => {
    test.slow();
    await register(page.context());
    const { id, group } = await newEvent(page.context(), browser);
    const rude = await newMember(browser, 'Idris');
    const kind = await newMember(browser, 'Mabel');
    await confirmAddress(kind.context, await mailTo(kind.email, 'Confirm your email'));
    for (const { context } of [rude, kind]) await join(context.request, group.id);
    await send(rude.context.request, 'POST /api/events/:id/comments', {
      params: { id },
      body: { content: 'What a stupid idea.' },
    });
    await followGuide(page, 'when-something-goes-wrong', async (guide) => {
      await open(page, paths.event(id));
      await guide.presses('Edit');
      await page.getByLabel('Location').fill('The new bridge, Corve Street, Ludlow');
      await guide.presses('Save changes');
      await expectToast(page, 'Event updated');
      await guide.sees(['Report', 'Delete'], page.getByRole('region', { name: 'Comments' }));

      await open(page, paths.group(group.id));
      await guide.presses('Messages');
      await page.getByLabel('Subject').fill('Tomorrow');
      await page.getByLabel(/^Message$/).fill('We meet at the old bridge.');
      await main(page).getByRole('button', { name: 'Send message' }).click();
      await guide.presses('Undo');
      await expectToast(page, 'Message undone');

      await open(page, paths.group(group.id));
      await guide.presses('Members');
      await openMenu(page, 'Actions for Idris');
      await guide.presses('Remove from group', menu(page));
      await guide.presses('Remove member', dialog(page));
      // The list is read anew after each change, and a menu that is open meanwhile keeps its entries.
      await expect(page.getByRole('button', { name: 'Actions for Idris' })).toHaveCount(0);
      await openMenu(page, 'Actions for Mabel');
      await guide.presses('Make organiser', menu(page));
      await guide.presses('Make organiser', dialog(page));
      const mabel = main(page).getByRole('listitem').filter({ hasText: 'Mabel' });
      await expect(mabel.getByText('Organizer')).toBeVisible();
      await openMenu(page, 'Actions for Mabel');
      await guide.presses('Hand over ownership', menu(page));
      await guide.presses('Hand over', dialog(page));
      await expectToast(page, `Mabel is now the owner of ${group.name}`);
      await expect(mabel.getByText('Owner')).toBeVisible();

      await open(page, paths.event(id));
      await guide.presses('Cancel event');
      await guide.presses('Cancel event', dialog(page));
      await expectToast(page, 'Event cancelled');
      await guide.sees(['Put back', 'Copy this event']);
    });
  },
);

test('the guide ‘Finding your people’ works as written', wide, async ({ page, browser }) => {
  const owner = await newMember(browser, 'Bronwen');
  const { id } = await newEvent(owner.context, browser);
  await open(page, paths.home);
  await followGuide(page, 'finding-your-people', async (guide) => {
    await guide.presses('Explore Events', banner(page));
    await expect(heading(page)).toHaveText('Explore Events');
    const filters = ['Near', 'Within', 'This weekend', 'Free', 'Step-free', 'Access and online'];
    await guide.sees([...filters, 'Month']);
    await page.setViewportSize({ width: 390, height: 844 });
    await guide.sees('Filters');
    await page.setViewportSize({ width: 1280, height: 800 });

    await open(page, paths.event(id));
    await guide.sees(['Getting in', 'ask the organisers']);
    await guide.presses('Sign in to RSVP');
    const form = main(page).locator('form');
    await guide.fills('First Name', 'Nerys', form);
    await guide.fills('Email', newEmail(), form);
    await guide.fills('Password', password, form);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByLabel('I am 16 or older').check();
    await guide.presses('Sign Up', form);
    await guide.presses('Continue');
    await page.getByLabel('Last Name').fill('Pugh');
    await guide.fills('City or Town', 'Machynlleth');
    await guide.fills('About You', bio);
    await guide.presses('Complete Profile & Join Community');

    await guide.presses('Join Group to Attend');
    // Until the group's page is there, the link's own label begins with 'Join Group', too.
    await expect(page).toHaveURL(/\/groups\/\d+/);
    await waitForHydration(page);
    await guide.presses('Join Group');
    await expect(main(page).getByRole('button', { name: 'Leave Group' })).toBeVisible();
    await open(page, paths.event(id));
    await guide.presses('Attend Event');
    await guide.sees('Going ✓');
    await guide.fills('Your comment', 'Is the path dry enough for a pram?');
    await guide.presses('Post');
    await expectToast(page, 'Comment posted');

    await open(page, paths.dashboard);
    await guide.presses('Settings');
    await guide.sees('Your household');
    await guide.presses('Add a child');
    await guide.fills('First name', 'Mali', dialog(page));
    await guide.presses('Save', dialog(page));
    await expectToast(page, 'Mali is in your household');
    await open(page, paths.event(id));
    await guide.sees('Who’s coming?');
  });
});

test('the guide ‘Your data and your emails’ works as written', wide, async ({ page, browser }) => {
  const owner = await newMember(browser, 'Bronwen');
  const { group } = await newEvent(owner.context, browser);
  const { email } = await register(page.context());
  await join(page.context().request, group.id);
  await open(page, paths.dashboard);
  await followGuide(page, 'your-data', async (guide) => {
    await guide.presses('Settings');
    await expect(heading(page)).toHaveText('Settings');
    await guide.sees([
      'Email and notifications',
      'Reminders',
      'News from your groups',
      'Who sees what',
    ]);
    await guide.sees(['Your data', 'Download my data', 'Leave']);
    await guide.sees('Passkeys');
    await guide.presses('Delete my account');
    await guide.sees('Delete for good', dialog(page));
    await guide.presses('Keep my account', dialog(page));

    await open(page, paths.groupMembers(group.id));
    await guide.sees('Mute');
    await main(page)
      .getByRole('tabpanel', { name: /^Members/ })
      .getByRole('button', { name: 'Bronwen' })
      .click();
    await guide.sees(['Block', 'Report'], dialog(page));

    // The site's address of numbers has no passkeys.
    const origin = siteAddress().replace('127.0.0.1', 'localhost');
    await page.request.post(`${origin}/api/login`, {
      headers: { origin },
      data: { email, password },
    });
    await open(page, origin + paths.settings);
    await guide.sees('Add a passkey');
  });
});

test.describe('for admins', () => {
  test.use({ as: 'admin' });

  test('the guide ‘Your first week’ works as written', wide, async ({ page, browser }) => {
    const owner = await newMember(browser, 'Hester');
    const { name } = await newGroup(owner.context);
    await open(page, paths.home);
    await followGuide(page, 'first-week', async (guide) => {
      await guide.presses('Admin', banner(page));
      await guide.sees(['To do', 'Review']);
      await guide.presses('Groups');
      const waiting = main(page).getByRole('article').filter({ hasText: name });
      await showWaiting(page, waiting);
      await guide.sees(['Approve', 'Reject'], waiting);
      await guide.sees('Comments');
      await guide.presses('Users');
      await page.getByRole('searchbox', { name: 'Search' }).fill(owner.email);
      await expect(main(page).getByRole('row')).toHaveCount(2);
      await openMenu(page, /^Actions for Hester/);
      await guide.sees('Make admin', menu(page));
      await page.keyboard.press('Escape');
      await guide.presses('Settings');
      await guide.sees(['Site name', 'Support address', "Who answers for people's data"]);
      await guide.sees([
        'Town',
        'Colour',
        'Logo',
        'Picture for the home page',
        'Open',
        'By invitation',
      ]);
      await guide.sees(['New groups need approval', 'Save settings', 'Backups']);
      await guide.sees(['Legal pages', 'View', 'Edit']);
      await guide.presses('Safety');
      await expect(main(page).getByRole('link', { name: /^Guide: / })).toBeVisible();
    });
  });

  test('the guide ‘A report comes in’ works as written', wide, async ({ page, browser }) => {
    const author = await newMember(browser, 'Ottoline');
    const { id } = await newEvent(author.context, browser);
    const words = uniqueName('You will be sorry if you come');
    await send(author.context.request, 'POST /api/events/:id/comments', {
      params: { id },
      body: { content: words },
    });
    const [comment] = await read(author.context.request, 'GET /api/events/:id/comments', {
      params: { id },
      query: {},
    });
    await send(page.context().request, 'POST /api/reports', {
      body: {
        subject: { type: 'comment', id: comment?.id },
        kind: 'threats',
        details: 'It frightens people.',
      },
    });
    await open(page, paths.home);
    await followGuide(page, 'a-report-comes-in', async (guide) => {
      await guide.presses('Admin', banner(page));
      await guide.presses('Reports');
      await main(page).getByRole('link', { name: words }).click();
      await guide.presses('I’m looking at it');
      await guide.sees(['What to do', 'Nothing is wrong', 'Warn its author']);
      await guide.sees(['Suspend for a time', 'Ban', 'Hand it to the police or a hotline']);
      await guide.presses('Hide the comment');
      await guide.sees('And its author');
      await guide.fills('Reason', 'It threatens people who come along.');
      await guide.presses('Decide and tell both sides');
      await expectToast(page, 'Decided', "We've told both sides.");

      await open(page, paths.adminTab('reports'));
      await guide.presses('Users');
      await page.getByRole('searchbox', { name: 'Search' }).fill(author.email);
      await expect(main(page).getByRole('row')).toHaveCount(2);
      await openMenu(page, /^Actions for Ottoline/);
      await guide.sees('Clean up spam…', menu(page));
    });
  });
});
