import { paths } from '#contract/platform/paths.ts';
import { newEvent, newMember } from './support/hosts.ts';
import { main, open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const devices = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  Android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
};

for (const [device, userAgent] of Object.entries(devices))
  test.describe(`on an ${device}`, () => {
    test.use({ userAgent, viewport: { width: 390, height: 844 } });

    test('the calendar file has the name of what opens it', async ({ page, browser }) => {
      const { context: organiser } = await newMember(browser, 'Sam');
      const { id } = await newEvent(organiser, browser, {});
      await open(page, paths.event(id));
      await main(page).getByText('Add to calendar').click();
      const name = device === 'iPhone' ? 'Apple Calendar' : 'Calendar file (.ics)';
      await expect(main(page).getByRole('link', { name })).toHaveAttribute('href', /\.ics$/);
      await expect(main(page).getByRole('list', { name: 'Add to calendar' })).toHaveText(
        new RegExp(`Outlook${device === 'iPhone' ? 'Apple Calendar' : 'Calendar file'}`),
      );
    });
  });
