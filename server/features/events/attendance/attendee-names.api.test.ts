import { describe, expect, it } from 'vitest';
import type { AttendeeNames } from '#contract/community/audience.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';

const app = await startTestApp();
const { make } = app;

/** An event that Ada attends, and Ida, whose membership is pending. */
async function eventOf(ofGroup: AttendeeNames, own: AttendeeNames | null = null) {
  const group = await make.group({ attendeeNames: ofGroup });
  const event = await make.event({ group, attendeeNames: own });
  const ada = await make.member(group, { firstName: 'Ada' });
  const ida = await make.pendingMember(group, { firstName: 'Ida' });
  for (const person of [ada, ida]) await make.rsvp(event, person);
  return { group, event, ada, ida };
}

const listed = async (client: Client, { id }: { id: number }) =>
  (await client.call('GET /api/events/:id/rsvps', { params: { id } })).body
    .map(({ firstName }) => firstName ?? '?')
    .toSorted();

const read = async (client: Client, { id }: { id: number }) =>
  (await client.call('GET /api/events/:id', { params: { id } })).body;

describe("attendees' names", () => {
  it.each<[AttendeeNames, outsider: string[], member: string[], visitor: string[]]>([
    ['signed_in', ['Ada', 'Ida'], ['Ada', 'Ida'], ['?', '?']],
    ['members', [], ['Ada', 'Ida'], []],
    ['organisers', [], [], []],
  ])('for %s', async (setting, outsider, member, visitor) => {
    const { group, event, ida } = await eventOf(setting);
    const stranger = await app.as(await make.user());
    expect(await listed(stranger, event)).toEqual(outsider);
    expect(await listed(await app.as(await make.member(group)), event)).toEqual(member);
    expect(await listed(app.visitor(), event)).toEqual(visitor);
    for (const person of [group.owner, await make.admin()]) {
      expect(await listed(await app.as(person), event)).toEqual(['Ada', 'Ida']);
    }
    // Everybody sees their own entry and the number of attendees.
    expect(await listed(await app.as(ida), event)).toEqual(
      setting === 'signed_in' ? ['Ada', 'Ida'] : ['Ida'],
    );
    expect(await read(stranger, event)).toMatchObject({
      attendeeCount: 2,
      attendeeNames: setting,
      can: { seeNames: setting === 'signed_in' },
    });
  });

  it('are on no profile where the event hides them', async () => {
    const { group, event, ada } = await eventOf('signed_in', 'organisers');
    const card = { params: { id: ada.id } };
    const outsider = await app.as(await make.user());
    expect(await outsider.outcome('GET /api/users/:id/card', card)).toBe('not_found');
    // Members of a shared group may open her profile.
    const member = await app.as(await make.member(group));
    expect(await member.outcome('GET /api/users/:id/card', card)).toBe(200);
    const owner = await app.as(group.owner);
    const params = { id: event.id };
    await owner.call('PATCH /api/events/:id', { params, body: { attendeeNames: null } });
    expect(await outsider.outcome('GET /api/users/:id/card', card)).toBe(200);
  });

  it('of pending members have profiles for members who may read them', async () => {
    const { group, ida } = await eventOf('members');
    const card = { params: { id: ida.id } };
    const outcome = async (person: { id: string }) =>
      (await app.as(person)).outcome('GET /api/users/:id/card', card);
    expect(await outcome(await make.member(group))).toBe(200);
    expect(await outcome(await make.pendingMember(group))).toBe('not_found');
    expect(await outcome(await make.user())).toBe('not_found');
  });

  it('follow the group until the event decides otherwise', async () => {
    const { group, event } = await eventOf('members');
    const owner = await app.as(group.owner);
    const [ofGroup, ofEvent] = [{ params: { id: group.id } }, { params: { id: event.id } }];
    const stands = async () => {
      const { attendeeNames, ownAttendeeNames } = await read(owner, event);
      return [attendeeNames, ownAttendeeNames];
    };
    expect(await stands()).toEqual(['members', null]);
    // No admin reviews it again.
    const changed = await owner.call('PATCH /api/groups/:id', {
      ...ofGroup,
      body: { attendeeNames: 'organisers' },
    });
    expect(changed.body).toMatchObject({ status: 'approved', attendeeNames: 'organisers' });
    expect(await stands()).toEqual(['organisers', null]);
    const body = { attendeeNames: 'signed_in' } as const;
    await owner.call('PATCH /api/events/:id', { ...ofEvent, body });
    expect(await stands()).toEqual(['signed_in', 'signed_in']);
  });

  it('are explained in a sentence, and only editors see whose choice that is', async () => {
    const { event } = await eventOf('members');
    const seen = await read(app.visitor(), event);
    expect(seen.attendeeNamesText).toBe('First names are shown to members of the group only.');
    expect(seen).not.toHaveProperty('ownAttendeeNames');
  });
});
