// Takes a picture of every page in every role, for people to look at: npm run screens [-- events groups]
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import {
  adminScreens,
  screens,
  signInScreens,
  pagesOfDemo,
  missing,
  type Screen,
} from '../e2e/support/routes.ts';
import { demoEmail, password, type DemoName } from '../e2e/support/people.ts';
import { findChromium } from '../support/chromium.ts';
import { fillDesk, states, type State } from './states.ts';

const folder = fileURLToPath(new URL('../../screens', import.meta.url));
const siteScript = fileURLToPath(new URL('../e2e/support/site.ts', import.meta.url));
const roles = ['visitor', 'newcomer', 'member', 'organiser', 'admin'] as const;
const widths = [320, 768, 1280];
const schemes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);

await rm(folder, { recursive: true, force: true });
const site = spawn(process.execPath, [siteScript, 'embedded'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const address = await readyAddress(site);
  const browser = await chromium.launch(await findChromium());
  for (const role of roles) await takeRole(browser, address, role);
  await browser.close();
} finally {
  site.kill('SIGTERM');
}

async function readyAddress({ stdout }: ChildProcess): Promise<string> {
  for await (const chunk of stdout ?? []) {
    const [, address] = / is ready at (http:\S+)/.exec(String(chunk)) ?? [];
    if (address) return address;
  }
  throw new Error('the site ended before it was ready');
}

async function takeRole(
  browser: Browser,
  address: string,
  role: (typeof roles)[number],
): Promise<void> {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ baseURL: address, colorScheme, locale: 'en-GB' });
    if (role !== 'visitor') await signIn(context, address, role);
    if (role === 'admin') await fillDesk(context.request, address);
    const pages = [
      ...screens,
      ...(role === 'admin' ? adminScreens : signInScreens),
      ...(await pagesOfDemo(context.request)),
      missing,
    ];
    const page = await context.newPage();
    const shots = [...pages.filter(isWanted).map(stateOf), ...statesOf(role)];
    for (const state of shots) await take(page, role, colorScheme, state);
    await context.close();
  }
}

function isNamed(name: string): boolean {
  return wanted.length === 0 || wanted.some((word) => name.includes(word));
}

function isWanted({ path }: Screen): boolean {
  return isNamed(path);
}

async function signIn(context: BrowserContext, address: string, role: DemoName): Promise<void> {
  const answer = await context.request.post('/api/login', {
    headers: { origin: address },
    data: { email: demoEmail(role), password },
  });
  if (!answer.ok()) throw new Error(`${role} could not sign in: ${answer.status()}`);
}

function stateOf({ path }: Screen): State {
  return {
    name: path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home',
    reach: (page) => page.goto(path, { waitUntil: 'networkidle' }),
  };
}

function statesOf(role: string): State[] {
  return (states[role] ?? []).filter(({ name }) => isNamed(name));
}

/** A dialog covers what is to be seen: of it, what fits the screen. */
async function take(page: Page, role: string, scheme: string, state: State): Promise<void> {
  const { name, reach } = state;
  await mkdir(join(folder, role), { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await reach(page);
    await page.screenshot({
      path: join(folder, role, `${name}-${width}-${scheme}.png`),
      fullPage: !name.startsWith('dialog-'),
    });
  }
  console.log(`${role} ${scheme} ${name}`);
}
