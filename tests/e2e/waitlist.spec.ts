import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { linkIn } from './support/mailbox.ts';
import { expectToast, heading, main, open, reload } from './support/pages.ts';
import { groupNamed } from './support/places.ts';
import { at, test, visit } from './support/stepped.ts';
import { expect } from './support/test.ts';

const mondayNight = at(0, '21:50');
const tuesdayMorning = at(1, '07:59');
const wednesdayWhenItEnds = at(2, '17:25');
const event = { title: 'Dovi and sadza', startTime: at(2, '21:00'), endTime: at(2, '23:00') };

const side = (page: Page) => page.getByRole('complementary', { name: 'Taking part' });
const button = (page: Page, name: string) => side(page).getByRole('button', { name, exact: true });

async function post({ request }: Page, path: string, data: object): Promise<unknown> {
  const { origin } = new URL((await request.get('/healthz')).url());
  const answer = await request.post(path, { headers: { origin }, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Creates an event with one place, in a group with all three as members. */
async function eventForOne(organiser: Page): Promise<string> {
  const group = await groupNamed(organiser.request, 'Long Table Todmorden');
  const { id } = (await post(organiser, '/api/events', {
    ...event,
    description: 'A pot of stew, a wooden spoon, and one stool beside the stove.',
    imageUrl: '',
    location: 'Old Sunday School hall, Rise Lane, Todmorden',
    categoryId: group.categoryId,
    groupId: group.id,
    capacity: 1,
  })) as { id: number };
  return paths.event(id);
}

test.describe('three people who wait for one place', () => {
  test(
    "pass the offer on, with a night's break, until one accepts it from the email",
    wide,
    async ({ browser, site }) => {
      test.slow();
      const names = ['organiser', 'barry', 'grace', 'jo', undefined];
      const pages = await Promise.all(names.map((name) => visit(browser, site, name)));
      const [organiser, barry, grace, jo, anybody] = pages as [Page, Page, Page, Page, Page];
      const contexts = pages.map((page) => page.context());
      const path = await eventForOne(organiser);

      await test.step('the first who comes fills it', async () => {
        await open(barry, path);
        await expect(side(barry)).toContainText('1 of 1 places left');
        await button(barry, 'Attend Event').click();
        await expectToast(barry, 'Success!', "You've successfully RSVPed to this event");
        await expect(button(barry, 'Going ✓, press to cancel')).toBeEnabled();
        await expect(side(barry)).toContainText('Full');
      });

      await test.step('two more wait, each told their turn', async () => {
        for (const [page, place] of [
          [grace, '1st'],
          [jo, '2nd'],
        ] as const) {
          await open(page, path);
          await expect(side(page)).toContainText('Full');
          await button(page, 'Join Waiting List').click();
          await expectToast(page, "You're on the waiting list", `You are ${place} on the list`);
          await expect(side(page).getByText(`You are ${place} on the list`)).toBeVisible();
        }
        await open(organiser, path);
        await organiser.getByRole('button', { name: 'Waiting list', exact: true }).click();
        const rows = organiser.getByRole('dialog').getByRole('listitem');
        await expect(rows).toHaveText([/^1.*Grace/, /^2.*Jo/]);
      });

      await test.step('at 21:50 the place becomes free, and is offered to the first', async () => {
        await site.show(mondayNight, ...contexts);
        await button(barry, 'Going ✓, press to cancel').click();
        const dialog = barry.getByRole('alertdialog', { name: 'Give up your place?' });
        await dialog.getByRole('button', { name: 'Give up place' }).click();
        await expectToast(barry, 'Success!', "You've canceled your RSVP");
        await site.show(mondayNight, ...contexts);
        await site.mailTo('grace@example.com', 'A place is yours until Wed, 5:25 PM');
        await reload(grace);
        await expect(side(grace)).toContainText('A place is yours until Wed, 5:25 PM');
        await expect(button(grace, 'Accept place')).toBeEnabled();
        await expect(button(grace, 'Pass it on')).toBeEnabled();
        expect(await violationsOn(grace)).toEqual([]);
      });

      await test.step('it stands till the morning, for her alone', async () => {
        await site.show(tuesdayMorning, ...contexts);
        await reload(grace);
        await expect(side(grace)).toContainText('A place is yours until Wed, 5:25 PM');
        await reload(jo);
        await expect(side(jo)).toContainText('You are 2nd on the list');
        await open(jo, paths.myEvents);
        await expect(main(jo).getByRole('article').filter({ hasText: event.title })).toContainText(
          'Waiting',
        );
      });

      await test.step('at its hour it lapses, and is offered to the next', async () => {
        await site.show(wednesdayWhenItEnds, ...contexts);
        await site.mailTo('grace@example.com', 'We couldn’t keep your place any longer');
        await reload(grace);
        await expect(button(grace, 'Join Waiting List')).toBeEnabled();
      });

      await test.step('who takes it by the email needs no session, and opening it decides nothing', async () => {
        const email = await site.mailTo('jo@example.com', 'A place is yours until Wed, 7:00 PM');
        await open(anybody, linkIn(email, '/offer'));
        await expect(heading(anybody)).toHaveText('A place is yours until Wed, 7:00 PM');
        expect(await violationsOn(anybody)).toEqual([]);
        await reload(jo);
        await open(jo, path);
        await expect(button(jo, 'Accept place')).toBeEnabled();
        await anybody.getByRole('button', { name: 'Accept place' }).click();
        await expect(heading(anybody)).toHaveText("You're going");
        await expect(heading(anybody)).toBeFocused();
        await reload(jo);
        await expect(button(jo, 'Going ✓, press to cancel')).toBeEnabled();
        await reload(anybody);
        await expect(heading(anybody)).toHaveText("You're going");
      });

      const { placesTaken, placesLeft, attendeeCount } = await read(
        organiser.request,
        'GET /api/events/:id',
        { params: { id: path.split('/').at(-1) ?? '' } },
      );
      expect({ placesTaken, placesLeft, attendeeCount }).toEqual({
        placesTaken: 1,
        placesLeft: 0,
        attendeeCount: 1,
      });
    },
  );
});
