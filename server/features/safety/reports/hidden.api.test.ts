import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;
const admin = await app.as(await make.admin());
const other = await app.as(await make.admin());

type Type = 'event' | 'group' | 'comment';

async function decide(
  type: Type,
  id: number,
  decision: 'hide' | 'police' | 'warn' | 'nothing',
  by = admin,
) {
  const found = (await admin.call('GET /api/admin/reports')).body.find(
    ({ subject, dueBy }) => subject.type === type && subject.id === id && dueBy !== null,
  );
  await by.call('PATCH /api/admin/reports/:id', {
    params: { id: found?.id ?? 0 },
    body: { decision, reason: `Because of ${decision}.` },
  });
  return found?.reference ?? '';
}

async function report(type: Type, id: number, by?: Pick<User, 'id'>) {
  const body = { subject: { type, id }, kind: 'spam' as const };
  await (await app.as(by ?? (await make.user()))).call('POST /api/reports', { body });
}

describe("the caller's hidden subjects", () => {
  it('show the reason and the case number, to nobody else', async () => {
    const group = await make.group();
    const event = await make.event({ group, title: 'Lanterns', createdById: group.owner.id });
    const comment = await make.comment(event, group.owner, { content: 'Buy my watches.' });
    const owner = await app.as(group.owner);
    const things = [
      ['comment', comment.id, 'hide'],
      ['event', event.id, 'police'],
      ['group', group.id, 'hide'],
    ] as const;
    const references: string[] = [];
    for (const [type, id, decision] of things) {
      await report(type, id, await make.member(group));
      references.unshift(await decide(type, id, decision));
    }
    const { body } = await owner.call('GET /api/user/hidden');
    expect(body).toMatchObject([
      { subject: { type: 'group', id: group.id }, path: `/groups/${group.id}` },
      { subject: { type: 'event', title: 'Lanterns' }, reason: 'Because of police.' },
      { subject: { type: 'comment' }, path: `/events/${event.id}#comments` },
    ]);
    expect(body.map(({ reference }) => reference)).toEqual(references);
    expect(body.map(({ can }) => can.appeal)).toEqual([true, true, true]);
    expect(JSON.stringify(body)).not.toContain('police"');
    const organiser = await app.as(await make.organiser(group));
    for (const client of [organiser, admin]) {
      expect((await client.call('GET /api/user/hidden')).body).toEqual([]);
    }
  });

  it('include no warning, and end once shown again', async () => {
    const group = await make.group();
    const event = await make.event({ group, createdById: group.owner.id });
    const owner = await app.as(group.owner);
    const hidden = async () => (await owner.call('GET /api/user/hidden')).body;
    await report('group', group.id);
    await decide('group', group.id, 'warn');
    expect(await hidden()).toEqual([]);
    await report('event', event.id);
    const reference = await decide('event', event.id, 'hide');
    const appeal = { params: { reference }, body: { text: 'It is what it says.' } };
    await owner.call('POST /api/reports/:reference/appeal', appeal);
    expect(await hidden()).toMatchObject([{ reference, can: { appeal: false } }]);
    await decide('event', event.id, 'nothing', other);
    expect(await hidden()).toEqual([]);
  });
});
