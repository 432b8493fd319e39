import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import cookie from '@fastify/cookie';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { signerWith } from '#platform/crypto/signing.ts';
import { projectFile } from '#platform/process/files.ts';
import { writeFlash } from './flash.ts';

const config = readConfig({});
const random = (length: number) =>
  Array.from({ length }, () => Math.random().toString(36).at(-1)).join('');

/**
 * Writes the flash of a refused form with 190 fields; returns the cookie, and the number of times
 * it was sealed.
 */
async function written(typed: Record<string, string>) {
  let seals = 0;
  const own = signerWith('secret');
  const signer = {
    ...own,
    seal: (...args: Parameters<typeof own.seal>) => {
      seals += 1;
      return own.seal(...args);
    },
  };
  const app = Fastify();
  await app.register(cookie);
  app.get('/', (_request, reply) => {
    const form = 'POST /api/login';
    writeFlash(reply, { tone: 'danger', title: 'Login failed', form, typed }, { config, signer });
    return '';
  });
  const answer = await app.inject('/');
  await app.close();
  return { sealed: String(answer.headers['set-cookie']), seals };
}

const fields = (length: number) =>
  Object.fromEntries(Array.from({ length: 190 }, (_, n) => [`field${n}`, random(length)]));

it('the message for the next page fits a complaint of the maximum length', async () => {
  const prose = readFileSync(projectFile('docs/behaviour/events.md'), 'utf8').slice(10_000, 15_000);
  const { seals } = await written({ text: prose, email: 'ada.quill@example.com' });
  expect(seals).toBe(1);
});

it.each([20, 290, 3000])(
  'a message of 190 fields of %i characters fits a cookie, in few tries',
  async (length) => {
    const { sealed, seals } = await written(fields(length));
    expect(sealed.length).toBeLessThan(4_096);
    expect(seals).toBeLessThanOrEqual(4);
  },
);
