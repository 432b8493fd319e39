import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { codeAt } from '#tests/support/codes.ts';
import { ownOrigin, type Client } from '#tests/support/client.ts';
import { password, type User } from '#tests/support/factories.ts';
import { client as registered, startIssuer } from '#tests/support/issuer.ts';
import { linksTo, tokenIn } from '#tests/support/links.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { reportBody } from '#tests/support/reports.ts';
import { switchTwoStepOn } from '#tests/support/two-step.ts';
import { users } from '#features/base/accounts/tables.ts';
import { blocks } from '#features/trust/blocks/tables.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import { donations } from '#features/base/donations/tables.ts';
import { reports } from '#features/safety/reports/tables.ts';
import { invitations } from '#features/base/settings/tables.ts';
import { childInvitations } from '#features/events/household/tables.ts';
import { plantPasskey } from '#tests/support/passkeys.ts';
import { plantToken } from '#tests/support/tokens.ts';
import { passkeys } from '#features/base/passkeys/tables.ts';
import { accessTokens } from '#features/base/tokens/tables.ts';
import { sentCounts } from '#platform/mail/tables.ts';
import { identities, mailTokens, sessions, recoveryCodes, twoSteps } from './tables.ts';

const provider = await startIssuer();
provider.serve(`${ownOrigin}/api/login/callback`);
afterAll(() => provider.stop());

const operator = 'warden@example.com';
const app = await startTestApp({
  oidc: { issuer: provider.url, clientId: registered.id, clientSecret: registered.secret },
  adminEmail: operator,
  demo: false,
});
const { db, make } = app;
const capturingMailer = await createCapturingMailer(app);
afterEach(() => app.clock.reset());

const newPassword = 'Otters-at-9pm';

/** Registers with somebody else's address and sets up every way back in. */
async function impostor(email?: string) {
  const user = await make.user({
    emailVerifiedAt: null,
    phoneNumber: '+44 7700 900123',
    smsNotifications: true,
    ...(email && { email }),
  });
  const keys = await switchTwoStepOn(app, user);
  const client = await app.as(user);
  await client.call('POST /api/confirm-email/resend');
  await db.insert(identities).values(
    cleanTexts({
      issuer: cleanText('https://elsewhere.example'),
      subject: user.id,
      userId: user.id,
    }),
  );
  await plantToken(app, user);
  await plantPasskey(app, user);
  await db.insert(invitations).values({ code: `of-${user.id}`, createdById: user.id });
  await make.child(user);
  await capturingMailer.deliver();
  // A day later: an unconfirmed address gets three emails a day.
  await db.delete(sentCounts);
  return { user, client, keys };
}

/** Lists everything that signs somebody in to the account or emails them about it. */
async function waysIn({ id }: Pick<User, 'id'>) {
  const [account] = await db
    .select({ phoneNumber: users.phoneNumber, texts: users.smsNotifications })
    .from(users)
    .where(eq(users.id, id));
  const [invitation] = await db.select().from(invitations).where(eq(invitations.createdById, id));
  return {
    ...account,
    twoSteps: await db.$count(twoSteps, eq(twoSteps.userId, id)),
    recoveryCodes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, id)),
    passkeys: await db.$count(passkeys, eq(passkeys.userId, id)),
    tokens: await db.$count(accessTokens, eq(accessTokens.userId, id)),
    links: await db.$count(mailTokens, eq(mailTokens.userId, id)),
    elsewhere: await db.$count(
      identities,
      eq(identities.issuer, cleanText('https://elsewhere.example')),
    ),
    invitation: invitation?.revokedAt === null ? 'good' : 'revoked',
    householdLinks: await db.$count(childInvitations, eq(childInvitations.invitedById, id)),
  };
}

const nothing = {
  phoneNumber: null,
  texts: false,
  twoSteps: 0,
  recoveryCodes: 0,
  passkeys: 0,
  tokens: 0,
  links: 0,
  elsewhere: 0,
  invitation: 'revoked',
  householdLinks: 0,
};

/** Signs in through the issuer with an account that has these claims. */
async function signInByIssuer(email: string, verified = true, client = app.visitor()) {
  const name = `at ${email}`;
  provider.people.set(name, { email, email_verified: verified, given_name: 'Grace' });
  const { headers } = await client.call('GET /api/login', { query: {} });
  const { pathname, search } = new URL(await provider.signIn(String(headers.location), name));
  const back = await client.request({ method: 'GET', url: pathname + search });
  return { client, goesTo: back.headers.location };
}

const resetBy = async (email: string, client = app.visitor()) => {
  await app.visitor().call('POST /api/forgot-password', { body: { email } });
  const token = tokenIn((await linksTo(capturingMailer, email))[0]);
  const body = { token, password: newPassword };
  return client.call('POST /api/reset-password', { body });
};

const signIn = (email: string, word: string, client = app.visitor()) =>
  client.outcome('POST /api/login', { body: { email, password: word } });

const whoIs = async (client: Client) => (await client.call('GET /api/user')).body.user;

describe('an account with an unconfirmed address', () => {
  it('passes to the owner by an issuer’s verified claim, without anything of the first registrant', async () => {
    const { user, client: stranger } = await impostor();
    const { client, goesTo } = await signInByIssuer(user.email);
    expect(goesTo).toBe('/events');
    expect(await whoIs(client)).toMatchObject({ id: user.id, emailVerified: true });
    expect(await waysIn(user)).toEqual(nothing);
    expect(await whoIs(stranger)).toBeUndefined();
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(1);
    expect(await signIn(user.email, password)).toBe('sign_in_required');
  });

  it('passes to the owner by a new password, without the old second step', async () => {
    const { user, client: stranger } = await impostor();
    const { body } = await resetBy(user.email);
    expect(body).toMatchObject({ user: { id: user.id, emailVerified: true } });
    expect(await waysIn(user)).toEqual(nothing);
    expect(await whoIs(stranger)).toBeUndefined();
  });

  it("keeps the registrant's reports, complaints, donations and blocks from the owner", async () => {
    const { user, client: stranger } = await impostor();
    const event = await make.event();
    await stranger.call('POST /api/reports', reportBody('event', event));
    const complaint = { kind: 'content' as const, text: 'Not hers.', email: user.email };
    await stranger.call('POST /api/complaints', { body: complaint });
    await make.donation({ userId: user.id });
    const other = await make.user();
    await stranger.call('PUT /api/users/:id/block', { params: { id: other.id } });
    await capturingMailer.deliver();
    expect((await resetBy(user.email)).status).toBe(200);
    const owner = await app.as(user);
    expect((await owner.call('GET /api/user/reports')).body).toEqual([]);
    const theirs = [
      await db.$count(reports, eq(reports.reporterId, user.id)),
      await db.$count(complaints, eq(complaints.userId, user.id)),
      await db.$count(donations, eq(donations.userId, user.id)),
      await db.$count(blocks, eq(blocks.userId, user.id)),
    ];
    expect(theirs).toEqual([0, 0, 0, 0]);
    expect(await db.$count(complaints, eq(complaints.email, user.email))).toBe(1);
  });

  it('keeps everything when the registrant confirms the address by the link', async () => {
    const user = await make.user({ emailVerifiedAt: null });
    const client = await app.as(user);
    await client.call('POST /api/reports', reportBody('event', await make.event()));
    await client.call('POST /api/confirm-email/resend');
    const token = tokenIn((await linksTo(capturingMailer, user.email))[0]);
    await client.call('POST /api/confirm-email', { body: { token } });
    expect((await client.call('GET /api/user/reports')).body).toHaveLength(1);
  });

  it('stays as it is when the issuer has not verified the address', async () => {
    const { user, client: stranger } = await impostor();
    const { client, goesTo } = await signInByIssuer(user.email, false);
    expect([goesTo, client.session]).toEqual(['/auth?tab=login&problem=address_taken', undefined]);
    expect((await whoIs(stranger))?.id).toBe(user.id);
    await db.delete(users).where(eq(users.id, user.id));
  });

  it("makes its owner the admin when the operator's address is confirmed, not the registrant", async () => {
    const { user, client: stranger } = await impostor(operator);
    const { client } = await signInByIssuer(operator);
    expect((await whoIs(client))?.role).toBe('admin');
    expect(await whoIs(stranger)).toBeUndefined();
    expect(await waysIn(user)).toEqual(nothing);
  });

  it('starts clean, too, once the issuer that created it has verified the address', async () => {
    const email = 'late@parish.example';
    const { client: before } = await signInByIssuer(email, false);
    const id = (await whoIs(before))?.id;
    const { client } = await signInByIssuer(email);
    expect(await whoIs(client)).toMatchObject({ id, emailVerified: true });
    expect(await whoIs(before)).toBeUndefined();
    const again = await signInByIssuer(email);
    expect((await whoIs(again.client))?.id).toBe(id);
  });

  it('does not continue a second step that began before', async () => {
    const user = await make.user({ emailVerifiedAt: null });
    const stranger = await app.as(user);
    const { key, ticket } = (
      await stranger.call('POST /api/auth/user/two-step/setup', { body: { password } })
    ).body;
    await resetBy(user.email);
    // Simulates a request that was under way when its session ended.
    const late = await app.as(user);
    const body = { ticket, code: codeAt(key, app.clock.read(), 0) };
    expect(await late.refusal('POST /api/auth/user/two-step', { body })).toMatchObject({
      fields: { ticket: 'This has taken too long. Please start again.' },
    });
  });

  it('goes to one of two who claim it at the same moment, and to nobody’s old sign-in', async () => {
    const { user } = await impostor();
    const outcomes = await Promise.all([
      signInByIssuer(user.email),
      signIn(user.email, password),
      signInByIssuer(user.email),
    ]);
    expect((await whoIs(outcomes[0].client))?.id).toBe(user.id);
    expect((await whoIs(outcomes[2].client))?.id).toBe(user.id);
    expect(await waysIn(user)).toEqual(nothing);
    expect(await signIn(user.email, password)).toBe('sign_in_required');
  });
});

describe('an account with a confirmed address', () => {
  it('keeps its second step through a new password', async () => {
    const user = await make.user();
    await switchTwoStepOn(app, user);
    const { body } = await resetBy(user.email);
    expect(body).toMatchObject({ secondStep: true });
  });
});
