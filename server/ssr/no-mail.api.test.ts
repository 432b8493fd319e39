import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });

/** The page as sites with and without a mail server show it. */
async function pages(url: string) {
  const keeping = new Client(await app.another({ smtpUrl: undefined }));
  const [sent, kept] = await Promise.all(
    [app.visitor(), keeping].map((client) => client.request({ method: 'GET', url })),
  );
  return { sent: sent?.body, kept: kept?.body };
}

it.each([
  ['/forgot-password', 'send you a link to choose a new one', 'This site can’t send email yet'],
  ['/complaints', 'an email to say we have your complaint', 'this site can’t send email yet'],
])('%s promises an email only where one leaves the site', async (url, promise, instead) => {
  const { sent, kept } = await pages(url);
  expect(sent).toContain(promise);
  expect(kept).not.toContain(promise);
  expect(kept).toContain(instead);
});

it('an event offers to come without an account only where the link can be emailed', async () => {
  const event = await app.make.event({ openTo: 'anyone' });
  const { sent, kept } = await pages(`/events/${event.id}`);
  expect(sent).toContain('no account needed');
  expect(kept).not.toContain('no account needed');
});
