import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { plantReport } from '#tests/support/reports.ts';
import type { User } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make, db } = app;

it('the public figures count approved groups and their scheduled upcoming events', async () => {
  const group = await make.group();
  const hidden = await make.group({ status: 'pending_approval' });
  await make.event({ group, town: 'Keswick' });
  await make.event({ group, town: 'Keswick' });
  await make.event({ group, town: 'Ludlow' });
  await make.event({ group, town: 'Derby', status: 'cancelled' });
  await make.event({ group: hidden, town: 'Truro' });

  const { body } = await app.visitor().call('GET /api/numbers');
  expect(body).toEqual({ groups: 1, upcomingEvents: 3, towns: 2 });
});

describe('the pending counts', () => {
  const waitingFor = async (person: Pick<User, 'id'>) =>
    (await (await app.as(person)).call('GET /api/user/waiting')).body;

  it('have the join requests of organised groups, by group', async () => {
    const busy = await make.group({ joinPolicy: 'approval' });
    const quiet = await make.group({ joinPolicy: 'approval', owner: busy.owner });
    await make.member(quiet);
    await make.pendingMember(busy);
    await make.pendingMember(busy);
    await make.pendingMember(await make.group({ joinPolicy: 'approval' }));

    const requests = [{ groupId: busy.id, name: busy.name, count: 2 }];
    expect(await waitingFor(busy.owner)).toEqual({ requests });
    expect(await waitingFor(await make.organiser(busy))).toEqual({ requests });
  });

  it('are empty for members who organise nothing, however many wait in their groups', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const waits = await make.pendingMember(group);
    expect(await waitingFor(await make.member(group))).toEqual({ requests: [] });
    expect(await waitingFor(waits)).toEqual({ requests: [] });
  });

  it("have an admin's pending groups, comments and messages, open complaints and reports, too", async () => {
    const admin = await make.admin();
    const nothing = { groups: 0, comments: 0, messages: 0, complaints: 0, reports: 0 };
    const before = (await waitingFor(admin)).admin ?? nothing;
    const group = await make.group({ status: 'pending_approval' });
    await make.group({ status: 'rejected' });
    await make.pendingComment(await make.event({ group }), await make.user());
    await make.message(group, { state: 'held' });
    await make.complaint();
    await make.complaint({ outcome: 'Done.', answeredAt: app.clock.read() });
    await plantReport(db, { type: 'group', id: group.id }, group.owner);
    await plantReport(db, { type: 'user', id: group.owner.id }, group.owner, 'warn');

    expect(await waitingFor(admin)).toEqual({
      requests: [],
      admin: {
        groups: before.groups + 1,
        comments: before.comments + 1,
        messages: before.messages + 1,
        complaints: before.complaints + 1,
        reports: before.reports + 1,
      },
    });
    expect(await waitingFor(group.owner)).toEqual({ requests: [] });
  });

  it('stop at a hundred in a group', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const people = await Promise.all(Array.from({ length: 101 }, () => make.user()));
    for (const person of people) await make.membership(group, person, { status: 'pending' });
    expect((await waitingFor(group.owner)).requests).toMatchObject([{ count: 100 }]);
  });
});
