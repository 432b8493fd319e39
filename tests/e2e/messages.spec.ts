import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { minute } from '#contract/platform/durations.ts';
import { messagesPath } from '#web/features/events/events/event-paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { linkIn } from './support/mailbox.ts';
import { firstStep } from './support/own-site.ts';
import { expectToast, heading, main, open, reload } from './support/pages.ts';
import { demoEmail } from './support/people.ts';
import { groupNamed } from './support/places.ts';
import { test as stepped, visit } from './support/stepped.ts';
import { expect, refusals, test } from './support/test.ts';

const later = (minutes: number) => new Date(firstStep.getTime() + minutes * minute);

const words = { subject: 'Bring a cup on Thursday', text: 'The hall has lost its cups again.' };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const newest = (page: Page) => main(page).getByRole('article').first();
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function write(page: Page, { subject, text } = words): Promise<void> {
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill(text);
}

stepped.describe('a word from the organisers', () => {
  stepped(
    'is tried, taken back, sent and read; whoever has enough of it mutes the group, and anybody writes back',
    wide,
    async ({ browser, site }) => {
      stepped.slow();
      const names = ['organiser', 'member', undefined];
      const pages = await Promise.all(names.map((name) => visit(browser, site, name)));
      const [organiser, member, anybody] = pages as [Page, Page, Page];
      const contexts = pages.map((page) => page.context());
      const { id } = await groupNamed(organiser.request, 'Hello Hebden');

      await stepped.step('what is written is kept through a reload', async () => {
        await open(organiser, paths.group(id));
        await organiser.getByRole('link', { name: 'Messages' }).click();
        await expect(heading(organiser)).toHaveText('Messages');
        await expect(main(organiser)).toContainText('The members of Hello Hebden: 46 people');
        await write(organiser);
        await reload(organiser);
        await expect(organiser.getByLabel('Subject')).toHaveValue(words.subject);
        const preview = organiser.getByRole('complementary', { name: 'How the email will look' });
        await expect(preview).toContainText(
          'Priya, an organiser of Hello Hebden, has written to the members of Hello Hebden:',
        );
        await expect(preview).toContainText(words.text);
        expect(await violationsOn(organiser)).toEqual([]);
      });

      await stepped.step(
        'a test goes to its author alone, and leaves the form as it is',
        async () => {
          await button(organiser, 'Send me a test').click();
          await expectToast(organiser, 'Test sent');
          await site.show(firstStep, ...contexts);
          const email = await site.mailTo(demoEmail('organiser'), words.subject);
          expect(email.text).toContain('This is a test, sent only to you.');
          await expect(organiser.getByLabel('Subject')).toHaveValue(words.subject);
        },
      );

      await stepped.step('for five minutes it can be taken back, from any page', async () => {
        await button(organiser, 'Send message').click();
        await expectToast(organiser, 'Your message is going to 46 people');
        await expect(organiser.getByLabel('Subject')).toHaveValue('');
        await site.show(later(2), ...contexts);
        await expect(newest(organiser)).toContainText('Sending in 3:00, to 46 people');
        expect(await violationsOn(organiser)).toEqual([]);
        await organiser.getByRole('link', { name: 'Back to the group' }).click();
        await expect(notices(organiser)).toContainText('Sending in 3:00');
        await notices(organiser).getByRole('button', { name: 'Undo' }).click();
        await expectToast(organiser, 'Message undone');
        await organiser.getByRole('link', { name: 'Messages' }).click();
        await expect(newest(organiser)).toContainText("It wasn't sent to anyone.");
      });

      await stepped.step('what was undone can be sent again, and is read', async () => {
        await button(organiser, `Use again: ${words.subject}`).click();
        await expect(organiser.getByLabel('Subject')).toBeFocused();
        await button(organiser, 'Send message').click();
        await expect(newest(organiser)).toContainText('On its way');
        await site.show(later(8), ...contexts);
        await reload(organiser);
        await expect(newest(organiser)).toContainText('To 46 people: 46 delivered');
        await newest(organiser).getByText('Read the full message').click();
        await expect(newest(organiser)).toContainText(words.text);
      });

      await stepped.step('the email mutes the group, without a session', async () => {
        const email = await site.mailTo(demoEmail('member'), words.subject);
        expect(email.text).toContain(words.text);
        await open(anybody, linkIn(email, '/unsubscribe'));
        await expect(main(anybody)).toContainText('messages to the members of Hello Hebden');
        await button(anybody, 'Mute').click();
        await expect(heading(anybody)).toHaveText('This group is muted');
        await open(member, paths.group(id));
        await expect(main(member)).toContainText("You've muted this group");
        await open(member, paths.settings);
        await button(member, 'Unmute Hello Hebden').click();
        await expectToast(member, 'Group unmuted');
        await expect(button(member, 'Unmute Hello Hebden')).toBeHidden();
      });

      await stepped.step('who writes to the organisers is told what they will see', async () => {
        await open(member, paths.group(id));
        await expect(main(member)).not.toContainText("You've muted this group");
        await button(member, 'Write to the Organisers').click();
        const dialog = member.getByRole('dialog', { name: 'Write to the Organisers' });
        await expect(dialog).toContainText(`can reply to ${demoEmail('member')}`);
        expect(await violationsOn(member)).toEqual([]);
        await write(member, { subject: 'Lost glove', text: 'Has anybody found a green one?' });
        await button(member, 'Send message').click();
        await expectToast(member, 'Message sent');
        await site.show(later(9), ...contexts);
        const email = await site.mailTo(demoEmail('organiser'), 'Lost glove');
        expect(email.replyTo).toContain(demoEmail('member'));
      });

      await stepped.step('the organisers can take no letters', async () => {
        await open(organiser, paths.group(id));
        await button(organiser, 'Edit group').click();
        await organiser.getByLabel('People can email the organisers').uncheck();
        await button(organiser, 'Save changes').click();
        await expectToast(organiser, 'Your group has been updated successfully');
        await reload(member);
        await expect(main(member).getByText('Priya').first()).toBeVisible();
        await expect(button(member, 'Write to the Organisers')).toBeHidden();
      });
    },
  );
});

test.describe('a refused message', () => {
  test.use({ as: 'organiser', expectedNoise: refusals });

  test('shows why beside the form, and the text stays', wide, async ({ page }) => {
    const { id } = await groupNamed(page.request, 'Hello Hebden');
    const sentence = 'You can write to a group twice in 24 hours. Please try again later.';
    await page.route(`**/api/groups/${id}/messages`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            json: { code: 'too_many_requests', message: sentence, error: sentence },
          })
        : route.fallback(),
    );
    await open(page, messagesPath(id));
    await write(page);
    await button(page, 'Send message').click();
    await expect(page.getByRole('alert')).toContainText(sentence);
    await expect(page.getByLabel('Subject')).toHaveValue(words.subject);
  });
});

test.describe('by the keyboard', () => {
  test.use({ as: 'organiser' });

  test("an event's message is written, and sent once however often the key is pressed", async ({
    page,
  }) => {
    const { id } = await groupNamed(page.request, 'Long Table Todmorden');
    let calls = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/messages')) calls += 1;
    });
    const events = await page.request.get(`/api/events/group/${id}`);
    const [event] = (await events.json()) as { id: number; title: string }[];
    await open(page, paths.event(event?.id ?? 0));
    await page.getByRole('link', { name: 'Message people' }).press('Enter');
    await expect(heading(page)).toBeFocused();
    await page.getByLabel('People who are going').press('ArrowDown');
    await expect(page.getByLabel('People on the waiting list')).toBeChecked();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Mind the step');
    await page.keyboard.press('Tab');
    await page.keyboard.type('It is the second one down.');
    await button(page, 'Send message').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(newest(page)).toContainText('Mind the step');
    await expect(newest(page)).toContainText(`To everyone going to or waiting for ${event?.title}`);
    expect(calls).toBe(1);
    await button(page, 'Undo: Mind the step').press('Enter');
    await expect(newest(page)).toContainText("It wasn't sent to anyone.");
  });
});
