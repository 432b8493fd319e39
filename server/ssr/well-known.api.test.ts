import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { day } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import { readConfig } from '#platform/config.ts';
import { mountWellKnown } from './well-known.ts';

const { db, clock } = await startTestApp();
const site = Fastify();
const config = readConfig({
  PUBLIC_URL: 'https://hall.example',
  SUPPORT_EMAIL: 'ask@hall.example',
});
mountWellKnown(site, { db, config, clock: clock.read });
afterAll(() => site.close());

const get = (url: string) => site.inject({ method: 'GET', url });

it('the security contact is at its address, and valid for at most a year', async () => {
  const { statusCode, headers, body } = await get('/.well-known/security.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = body.split('\n');
  expect(lines).toContain('Contact: mailto:ask@hall.example');
  expect(lines).toContain('Canonical: https://hall.example/.well-known/security.txt');
  const expires = new Date(/^Expires: (\S+)$/m.exec(body)?.[1] ?? '');
  const days = (expires.getTime() - clock.read().getTime()) / day;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

it('the address for password managers leads to where a member changes their password', async () => {
  const { statusCode, headers } = await get('/.well-known/change-password');
  expect([statusCode, headers['location']]).toEqual([302, '/settings#signing-in']);
});
