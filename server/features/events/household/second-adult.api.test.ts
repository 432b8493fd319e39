import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mostChildren } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { User } from '#tests/support/factories.ts';
import { dropEndedInvitations } from './mutations.ts';
import { childInvitations, children } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;

const accept = 'POST /api/household-invitations/accept';

const householdOf = async (client: Client) => (await client.call('GET /api/user/household')).body;

const add = async (client: Client, body: { firstName: string; note?: string | null }) =>
  (await client.call('POST /api/user/household', { body })).body;

const tokenOf = ({ url }: { url: string }) => new URL(url).searchParams.get('token') ?? '';

/** A child that two adults answer for: the first has invited the second. */
async function shared(first: User, second: User, firstName = 'Sam') {
  const child = await make.child(first, { firstName });
  await (await app.as(second)).call(accept, { body: { token: child.token } });
  return child;
}

describe('a second adult', () => {
  it('accepts a link that works once, and a third is refused', async () => {
    const [ana, ben, cy] = [await make.user(), await make.user(), await make.user()];
    const child = await add(await app.as(ana), { firstName: 'Sam' });
    const params = { id: child.id };
    const invite = async () =>
      (await (await app.as(ana)).call('POST /api/user/household/:id/invitations', { params })).body;
    const [one, other] = [await invite(), await invite()];
    const asBen = await app.as(ben);
    const took = await asBen.call(accept, { body: { token: tokenOf(other) } });
    expect(took.body).toMatchObject({
      firstName: 'Sam',
      otherAdult: { userId: ana.id, firstName: ana.firstName, removable: false },
    });
    // A second press changes nothing.
    expect((await asBen.call(accept, { body: { token: tokenOf(other) } })).status).toBe(200);
    const asCy = await app.as(cy);
    expect(await asCy.outcome(accept, { body: { token: tokenOf(other) } })).toBe('conflict');
    expect(await asCy.outcome(accept, { body: { token: tokenOf(one) } })).toBe('invalid');
    expect(await asCy.outcome(accept, { body: { token: 'unknown' } })).toBe('invalid');
    const again = 'POST /api/user/household/:id/invitations';
    expect(await (await app.as(ana)).outcome(again, { params })).toBe('conflict');
    expect(await householdOf(await app.as(ana))).toMatchObject([
      { otherAdult: { userId: ben.id, removable: true } },
    ]);
  });

  it('is refused by a link that has ended, and with six children of their own', async () => {
    const [ana, ben] = [await make.user(), await make.user()];
    const child = await make.child(ana);
    for (let count = 0; count < mostChildren; count += 1) await make.child(ben);
    const body = { token: child.token };
    expect(await (await app.as(ben)).outcome(accept, { body })).toBe('conflict');
    clock.advanceHours(8 * 24);
    expect(await (await app.as(await make.user())).outcome(accept, { body })).toBe('invalid');
    await dropEndedInvitations(db, clock.read());
    expect(await db.$count(childInvitations, eq(childInvitations.childId, child.id))).toBe(0);
  });

  it('comes back by no earlier link, whoever removed them', async () => {
    const [ana, ben] = [await make.user(), await make.user()];
    const [asAna, asBen] = [await app.as(ana), await app.as(ben)];
    for (const remover of [asAna, asBen]) {
      const child = await make.child(ana, { note: 'Nuts' });
      const params = { id: child.id };
      const invite = async () =>
        tokenOf((await asAna.call('POST /api/user/household/:id/invitations', { params })).body);
      const links = [child.token, await invite(), await invite(), await invite()];
      const outcomes = async () => {
        const found: unknown[] = [];
        for (const token of links) found.push(await asBen.outcome(accept, { body: { token } }));
        return found;
      };
      // Only the latest works, and pressing it again changes nothing.
      expect(await outcomes()).toEqual(['invalid', 'invalid', 'invalid', 200]);
      expect(await outcomes()).toEqual(['invalid', 'invalid', 'invalid', 200]);
      await remover.call('DELETE /api/user/household/:id/adults/:userId', {
        params: { ...params, userId: ben.id },
      });
      expect(await outcomes()).toEqual(['invalid', 'invalid', 'invalid', 'invalid']);
      expect(await householdOf(asBen)).toEqual([]);
    }
  });

  it('leaves, or is removed by the first, but cannot remove the first', async () => {
    const [ana, ben] = [await make.user(), await make.user()];
    const child = await shared(ana, ben);
    const [asAna, asBen] = [await app.as(ana), await app.as(ben)];
    const remove = 'DELETE /api/user/household/:id/adults/:userId';
    const of = ({ id }: User) => ({ params: { id: child.id, userId: id } });
    expect(await asBen.outcome(remove, of(ana))).toBe('forbidden');
    expect(await asAna.outcome(remove, of(ben))).toBe(204);
    expect(await householdOf(asBen)).toEqual([]);
    const other = await shared(ana, ben);
    await asAna.call('DELETE /api/user/household/:id', { params: { id: other.id } });
    expect(await householdOf(asAna)).toMatchObject([{ id: child.id }]);
    expect(await householdOf(asBen)).toMatchObject([{ id: other.id, otherAdult: null }]);
    // The adult who stays is the first from now on.
    expect(
      await asBen.outcome('POST /api/user/household/:id/invitations', {
        params: { id: other.id },
      }),
    ).toBe(201);
  });

  it('keeps the child when the first deletes their account', async () => {
    const [ana, ben, admin] = [await make.user(), await make.user(), await make.admin()];
    const child = await shared(ana, ben);
    const alone = await make.child(ana);
    await (await app.as(admin)).call('DELETE /api/admin/users/:id', { params: { id: ana.id } });
    expect(await householdOf(await app.as(ben))).toMatchObject([
      { id: child.id, otherAdult: null },
    ]);
    expect(await db.$count(children, eq(children.id, alone.id))).toBe(0);
  });
});
