import { readFileSync } from 'node:fs';
import { eq, inArray, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { migrationsFolder } from '#platform/db/database.ts';
import { mails } from './tables.ts';
import { mailTokens } from '#features/base/sign-in/tables.ts';

const operator = 'warden@example.com';
const app = await startTestApp({ adminEmail: operator });
const { db, make } = app;
const mailer = await createTestMailer(app);

/** Builds a link with its key, as an email carries it. */
const key = /token=\S/;

const archiveOf = async (client: ReturnType<typeof app.visitor>) => {
  const { rawPayload } = await client.request({ method: 'GET', url: '/api/auth/user/export' });
  return Object.values(unzipSync(rawPayload))
    .map((file) => strFromU8(file))
    .join('\n');
};

describe('on a site without a mail server', () => {
  it('a stranger who registers with the operator’s address finds no key to it in their export', async () => {
    const stranger = app.visitor();
    const body = { firstName: 'Mallory', email: operator, password, confirmPassword: password };
    const { user } = (await stranger.call('POST /api/register', { body })).body;
    await mailer.deliver();
    const archive = await archiveOf(stranger);
    expect(archive).toContain('Confirm your email address for Villagehall');
    expect(archive).not.toMatch(key);
    expect(await db.select().from(mailTokens).where(eq(mailTokens.userId, user.id))).toEqual([]);
  });
});

describe('a database with stored emails and their keys', () => {
  const bringUpToDate = async () => {
    const file = `${migrationsFolder}/0014_kept_letters_without_keys.sql`;
    for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint')) {
      await db.execute(sql.raw(statement));
    }
  };

  it('loses the keys, which no longer open anything', async () => {
    const [untouched, sent] = [await make.user(), await make.user()];
    for (const [index, person] of [untouched, sent].entries()) {
      await db.insert(mailTokens).values({
        id: `of-${person.id}`,
        userId: person.id,
        purpose: 'confirm_email',
        expiresAt: app.clock.inHours(1),
      });
      const link = 'https://hall.example/confirm-email?token=abc-DEF_123.xyz';
      await db.insert(mails).values(
        cleanTexts({
          effectId: 9_000_000 + index,
          kind: 'confirm_email',
          recipientId: person.id,
          recipient: person.email,
          state: person === untouched ? 'kept' : 'sent',
          text: person === untouched ? `Please press\n${link}\nnow` : null,
          html: person === untouched ? `<a href="${link}">Press</a>` : null,
        }),
      );
    }
    await bringUpToDate();
    const [mail] = await db.select().from(mails).where(eq(mails.recipientId, untouched.id));
    expect(mail).toMatchObject({
      text: 'Please press\nhttps://hall.example/confirm-email?token=\nnow',
      html: '<a href="https://hall.example/confirm-email?token=">Press</a>',
    });
    const left = await db
      .select({ userId: mailTokens.userId })
      .from(mailTokens)
      .where(inArray(mailTokens.userId, [untouched.id, sent.id]));
    expect(left).toEqual([{ userId: sent.id }]);
  });
});
