import { test as base, type BrowserContext } from '@playwright/test';
import { newestMail, type Mail } from './mailbox.ts';
import { demoEmail, signIn, type DemoName } from './people.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Options {
  /** The demo account that the page is signed in with; none by default. */
  as: DemoName | undefined;
  /** The messages that the browser may log; none by default. */
  expectedNoise: RegExp | undefined;
}

interface Fixtures {
  /** Closes the browsers of other people when a test ends. */
  othersLeave: void;
  /** Everything logged to the console, thrown in a page, or lost on the way there. */
  noise: string[];
}

interface WorkerFixtures {
  sessionOf: (name: DemoName) => Promise<StorageState>;
  /**
   * Returns the newest email to an address whose subject contains the words; waits until there is
   * one.
   */
  mailTo: (address: string, words: string) => Promise<Mail>;
}

/** The browser's message about a call that the server refuses. */
export const refusals =
  /^error: Failed to load resource: the server responded with a status of 4\d\d/;

/** The browser's message about a call that never arrives. */
export const lostCalls = /^error: Failed to load resource: net::ERR_FAILED|^requestfailed: /;

/** Playwright says so itself, where a test has no use for the service worker. */
const blockedWorker = 'Service Worker registration blocked by Playwright';

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  as: [undefined, { option: true }],
  expectedNoise: [undefined, { option: true }],

  sessionOf: [
    async ({ browser }, use, { project }) => {
      const known = new Map<DemoName, Promise<StorageState>>();
      const open = async (name: DemoName) => {
        const context = await browser.newContext({ baseURL: project.use.baseURL ?? '' });
        await signIn(context, demoEmail(name));
        const state = await context.storageState();
        await context.close();
        return state;
      };
      await use((name) => {
        const session = known.get(name) ?? open(name);
        known.set(name, session);
        return session;
      });
    },
    { scope: 'worker' },
  ],

  mailTo: [
    async ({ browserName: _ }, use, { project }) => {
      const mailbox = String(project.metadata['mailbox']);
      await use((address, words) => newestMail(mailbox, address, words));
    },
    { scope: 'worker' },
  ],

  storageState: async ({ as, sessionOf }, use) => {
    await use(as && (await sessionOf(as)));
  },

  othersLeave: [
    async ({ browser, context }, use) => {
      await use();
      const others = browser.contexts().filter((each) => each !== context);
      await Promise.all(others.map((each) => each.close()));
    },
    { auto: true },
  ],

  noise: [
    async ({ context, expectedNoise }, use) => {
      const noise: string[] = [];
      context.on('console', (message) => {
        // The message about a failed load contains its address only in the location.
        const from = message.text().startsWith('Failed to load')
          ? ` ${message.location().url}`
          : '';
        if (message.text() !== blockedWorker)
          noise.push(`${message.type()}: ${message.text()}${from}`);
      });
      // A policy that stops a script which expects it is on no console otherwise.
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (stopped) => {
          console.error(`policy: ${stopped.effectiveDirective} ${stopped.blockedURI}`);
        });
      });
      context.on('weberror', (error) => noise.push(`thrown: ${error.error().message}`));
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // The browser aborts a page's open requests when it leaves.
        if (reason !== 'net::ERR_ABORTED') noise.push(`requestfailed: ${request.url()} ${reason}`);
      });
      await use(noise);
      const unexpected = noise.filter((line) => !expectedNoise?.test(line));
      base.expect(unexpected, 'on the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
