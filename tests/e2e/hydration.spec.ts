import { dayOf, formatCommentDate, formatMoment, formatRange } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide, wideExcept } from '#tests/support/breadth.ts';
import { read, readAll } from './support/api.ts';
import { main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { pagesOfDemo, screens, signInScreens } from './support/routes.ts';
import { card, eventIn, join, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

// Each test checks the console, where React reports a page that hydrates differently.
for (const [at, [timezoneId, locale]] of [
  ['Pacific/Kiritimati', 'ar-EG'] as const,
  ['America/New_York', 'de-DE'] as const,
].entries()) {
  test.describe(`a browser in ${timezoneId} with ${locale}`, wideExcept(at === 0), () => {
    test.use({ timezoneId, locale });

    // Every run checks the pages in the first time zone and language.
    test('hydrates every public page without a difference', wide, async ({ page, noise }) => {
      const all = [...screens, ...signInScreens, ...(await pagesOfDemo(page.request))];
      for (const { path } of all) {
        await open(page, path);
        expect(noise, path).toEqual([]);
      }
    });

    test("hydrates every member's page without a difference", wide, async ({ page, noise }) => {
      await register(page.context());
      for (const { path } of [...screens, ...(await pagesOfDemo(page.request))]) {
        await open(page, path);
        expect(noise, path).toEqual([]);
      }
    });

    test('shows London’s days and times on cards, events and comments', async ({ page }) => {
      await register(page.context());
      const events = await read(page.request, 'GET /api/events', { query: { limit: 9 } });
      await open(page, '/events');
      for (const { id, startTime } of events) {
        const own = card(page, paths.event(id));
        await expect(own.getByText(formatMoment(startTime), { exact: true })).toBeVisible();
        await expect(own).toContainText(dayOf(startTime)?.month ?? 'no month');
      }
      const event = await eventIn(page.request, places.rsvp);
      await join(page.request, event.groupId);
      await open(page, paths.event(event.id));
      const when = formatRange(event.startTime, event.endTime);
      await expect(main(page).getByText(when, { exact: true })).toBeVisible();
      const comments = await readAll(page.request, 'GET /api/events/:id/comments', {
        params: { id: event.id },
      });
      for (const { createdAt } of comments.slice(0, 20)) {
        await expect(main(page).getByText(formatCommentDate(createdAt)).first()).toBeVisible();
      }
    });
  });
}
