import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { linksTo, tokenIn } from '#tests/support/links.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';

const app = await startTestApp();
const { make } = app;

const mailer = await createCapturingMailer(app);

async function resetTokenOf({ email }: { email: string }): Promise<string> {
  await app.visitor().call('POST /api/forgot-password', { body: { email } });
  return tokenIn((await linksTo(mailer, email))[0]);
}

let people = 0;

/** Each way to choose a password, with its outcome for a member called Ottoline. */
const ways = {
  'at registration': async (chosen: string) => {
    people += 1;
    const email = `ottoline${people}@example.com`;
    const body = { firstName: 'Ottoline', email, password: chosen, confirmPassword: chosen };
    return app.visitor().send('POST /api/register', { body });
  },
  'at a change': async (chosen: string) => {
    const client = await app.as(await make.user({ firstName: 'Ottoline' }));
    const body = { currentPassword: password, password: chosen };
    return client.send('POST /api/auth/user/password', { body });
  },
  'at a reset': async (chosen: string) => {
    const person = await make.user({ firstName: 'Ottoline' });
    const token = await resetTokenOf(person);
    return app.visitor().send('POST /api/reset-password', { body: { token, password: chosen } });
  },
};

describe.each(Object.entries(ways))('a password chosen %s', (_, choose) => {
  const listed = 'This password is too easy to guess. Please choose another one.';
  const personal =
    'Names, addresses and the site’s name are easy to guess. Please choose another password.';

  it.each([
    ['Password1!', listed],
    ['Ottoline1!', personal],
    ['V1llagehall!', personal],
  ])("can't be %s: %s", async (chosen, sentence) => {
    const answer = await choose(chosen);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid', fields: { password: sentence } });
  });

  it("may be Village-hall1, the demonstration's password", async () => {
    expect((await choose('Village-hall1')).statusCode).toBeLessThan(300);
  });
});
