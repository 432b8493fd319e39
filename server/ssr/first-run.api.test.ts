import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const command = 'npm run admin -- you@example.org';

const adminPage = async () =>
  (await app.as(await app.make.user())).request({ method: 'GET', url: '/admin' });

it('a new site explains on its admin page how to become admin', async () => {
  const page = await adminPage();
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Nobody is an admin yet');
  expect(page.body).toContain(command);
});

it('a new site asks a visitor to sign in first', async () => {
  const { headers } = await app.visitor().request({ method: 'GET', url: '/admin' });
  expect(headers.location).toBe('/auth?next=%2Fadmin');
});

it('a new site ignores suspended admins', async () => {
  await app.make.admin({ isActive: false });
  expect((await adminPage()).body).toContain(command);
});

it('a new site sends a member to their dashboard once there is an admin', async () => {
  await app.make.admin();
  const page = await adminPage();
  expect([page.statusCode, page.headers.location]).toEqual([302, '/dashboard']);
  expect(page.body).not.toContain(command);
});
