import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { londonTime, startOfWeek } from '#server/demo/calendar.ts';
import { newestMail, type Mail } from './mailbox.ts';
import { copyOf, firstStep } from './own-site.ts';
import { password } from './people.ts';
import { expect, test as base } from './test.ts';

export interface SteppedSite {
  origin: string;
  /**
   * Sets the clock, on the site and in these browsers, and waits until all work due by then is
   * done.
   */
  show: (time: Date, ...contexts: BrowserContext[]) => Promise<void>;
  mailTo: (address: string, words: string) => Promise<Mail>;
}

interface Ready {
  origin: string;
  mailbox: string;
}

const script = fileURLToPath(new URL('stepped-site.ts', import.meta.url));

/** Returns the time this many days after the Monday of the first step, in London. */
export const at = (days: number, time: string) => londonTime(startOfWeek(firstStep), days, time);

/** Starts a site of its own, whose clock begins at `firstStep` and stands still between steps. */
export const test = base.extend<{ site: SteppedSite }>({
  site: async ({ browser }, use) => {
    const args = [firstStep.toISOString(), await copyOf('stepped')];
    const child = fork(script, args, { execArgv: [] });
    const { ready } = (await answerOf(child)) as { ready: Ready };
    await use({
      origin: ready.origin,
      show: async (time, ...contexts) => {
        child.send({ show: time.toISOString() });
        await answerOf(child);
        for (const context of contexts) await context.clock.setFixedTime(time);
      },
      mailTo: (address, words) => newestMail(ready.mailbox, address, words),
    });
    // A site that ends waits for its visitors.
    await Promise.all(browser.contexts().map((each) => each.close()));
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  },
});

/** Opens a browser with a clock at `firstStep`, as a demo account or a visitor. */
export async function visit(
  browser: Browser,
  { origin }: SteppedSite,
  name?: string,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
  await context.clock.setFixedTime(firstStep);
  if (name) {
    const answer = await context.request.post('/api/login', {
      headers: { origin },
      data: { email: `${name}@example.com`, password },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return context.newPage();
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the site has ended')));
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  return answer;
}
