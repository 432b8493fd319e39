import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

async function sizes(group: { id: number; owner: { id: string } }, eventId?: number) {
  const owner = await app.as(group.owner);
  const input = { params: { id: group.id }, query: { eventId } };
  return owner.call('GET /api/groups/:id/audiences', input);
}

it("the audience preview counts a group's recipients, and those who accept fundraising", async () => {
  const group = await make.group();
  const giver = await make.member(group);
  await make.member(group);
  await (
    await app.as(giver)
  ).call('PATCH /api/user/mail-preferences', {
    body: { fundraising: true },
  });
  expect((await sizes(group)).body).toEqual([
    { audience: 'members', recipients: 2, fundraising: 1 },
  ]);
  await (
    await app.as(giver)
  ).call('PATCH /api/groups/:id/membership', {
    params: { id: group.id },
    body: { muted: true },
  });
  expect((await sizes(group)).body).toEqual([
    { audience: 'members', recipients: 1, fundraising: 0 },
  ]);
});

it('the audience preview of an event counts attendees, waiting people, and both', async () => {
  const group = await make.group();
  const event = await make.event({ group, capacity: 1 });
  const [goes, waits] = [await make.member(group), await make.member(group)];
  const params = { id: event.id };
  await (await app.as(goes)).call('POST /api/events/:id/rsvps', { params });
  await (await app.as(waits)).call('PUT /api/events/:id/waitlist', { params });
  const one = { recipients: 1, fundraising: 0 };
  expect((await sizes(group, event.id)).body).toEqual([
    { audience: 'going', ...one },
    { audience: 'waiting', ...one },
    { audience: 'all', recipients: 2, fundraising: 0 },
  ]);
});

it("the audience preview refuses another group's event", async () => {
  const group = await make.group();
  const elsewhere = await make.event();
  const input = { params: { id: group.id }, query: { eventId: elsewhere.id } };
  const owner = await app.as(group.owner);
  expect(await owner.outcome('GET /api/groups/:id/audiences', input)).toBe('not_found');
});
