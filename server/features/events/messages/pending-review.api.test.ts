import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { readConfig } from '#platform/config.ts';
import { textPrints } from '#features/trust/moderation/tables.ts';
import { sendMessages } from './jobs.ts';

const app = await startTestApp({ rateLimits: true });
const { db, make, clock, as } = app;
const capturingMailer = await createCapturingMailer(app);
const words = { subject: 'Work from home' };
let group: Group & { owner: Pick<User, 'id'> };
let owner: Client;

beforeEach(async () => {
  await db.delete(textPrints);
  capturingMailer.sent.length = 0;
  group = await make.group();
  owner = await as(group.owner);
});

const write = async (more: { text: string }) => {
  const body = { audience: 'members' as const, ...words, ...more };
  return (await owner.call('POST /api/groups/:id/messages', { params: { id: group.id }, body }))
    .body;
};
const list = async () =>
  (await owner.call('GET /api/groups/:id/messages', { params: { id: group.id } })).body;
async function sendDue(): Promise<string[]> {
  clock.advanceHours(0.1);
  await sendMessages(db, readConfig({}), clock.read());
  await capturingMailer.deliver();
  return capturingMailer.sent.map(({ to }) => to);
}

describe('a text copied to several groups', () => {
  const text =
    'Earn from home, as I do: it is easy, it is quick, and whoever signs up by Friday night gets a present from me.';

  async function copyIt(times: number) {
    for (let each = 0; each < times; each += 1) {
      const other = await make.group({ owner: group.owner });
      await owner.call('POST /api/groups/:id/messages', {
        params: { id: other.id },
        body: { audience: 'members', ...words, text },
      });
    }
  }

  it('awaits review, and is sent once an admin releases it', async () => {
    const member = await make.member(group);
    await copyIt(3);
    const { id, held } = await write({ text });
    expect(held).toBe(true);
    expect(await sendDue()).toEqual([]);
    expect((await list())[0]).toMatchObject({ state: 'held', can: { undo: true } });
    const boss = await as(await make.admin());
    const { body: queue } = await boss.call('GET /api/admin/held-messages', {});
    expect(queue).toMatchObject([{ id, text, groupId: group.id, copies: 4 }]);
    const params = { id: id ?? 0 };
    await boss.call('POST /api/admin/held-messages/:id/release', { params });
    expect(await sendDue()).toEqual([member.email]);
  });

  it('can be dropped by an admin, without a trace', async () => {
    await copyIt(3);
    const { id } = await write({ text: `${text} Truly.` });
    expect(id).not.toBeNull();
    const again = await write({ text });
    const boss = await as(await make.admin());
    const params = { id: again.id ?? 0 };
    await boss.call('DELETE /api/admin/held-messages/:id', { params });
    expect((await list()).map((each) => each.id)).toEqual([id]);
    expect(await boss.outcome('DELETE /api/admin/held-messages/:id', { params })).toBe('not_found');
  });

  it('does not count once it is undone', async () => {
    for (let each = 0; each < 5; each += 1) {
      const { id, held } = await write({ text });
      expect(held).toBeUndefined();
      await owner.call('DELETE /api/messages/:id', { params: { id: id ?? 0 } });
    }
  });
});
