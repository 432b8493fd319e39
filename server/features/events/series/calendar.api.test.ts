import { expect, it } from 'vitest';
import { Calendar } from '#tests/support/calendar.ts';
import { startConfirming } from '#tests/support/confirming.ts';

const { app, planned, arrived } = await startConfirming();

/**
 * Creates a series on three Wednesdays at 18:30 in London, with a member and an organiser of its
 * group.
 */
async function weekly() {
  const { group, person, organiser } = await planned();
  const startTime = new Date('2026-06-17T17:30:00Z');
  const { id } = await app.make.series({ group, title: 'Evening choir', startTime });
  const client = await app.as(person);
  const calendar = new Calendar();
  const params = { id };
  return {
    attend: () => client.call('POST /api/series/:id/rsvps', { params }),
    giveUp: () => client.call('DELETE /api/series/:id/rsvps', { params }),
    leave: () => client.call('DELETE /api/groups/:id/members', { params: { id: group.id } }),
    change: (body: object) =>
      organiser.call('PATCH /api/series/:id', { params, body: { scope: 'all', ...body } }),
    callOff: () =>
      organiser.call('DELETE /api/series/:id', { params, body: { scope: 'all' as const } }),
    /** Returns the starts in the calendar and the number of emails. */
    read: async () => {
      const emails = await arrived(person);
      for (const { calendar: message } of emails) if (message) calendar.take(message);
      return { letters: emails.length, starts: calendar.entries.map(({ start }) => start) };
    },
  };
}

const at = (time: string) => ['17', '24'].map((day) => `2026-06-${day}T${time}:00.000Z`);

it('all dates of a series enter, move in and leave a calendar by one email each', async () => {
  const { attend, change, callOff, read } = await weekly();
  await attend();
  expect(await read()).toEqual({
    letters: 1,
    starts: [...at('17:30'), '2026-07-01T17:30:00.000Z'],
  });
  await change({ startTime: '2026-06-17T18:00:00Z', endTime: '2026-06-17T20:00:00Z' });
  expect(await read()).toEqual({
    letters: 1,
    starts: [...at('18:00'), '2026-07-01T18:00:00.000Z'],
  });
  await callOff();
  expect(await read()).toEqual({ letters: 1, starts: [] });
});

it('leaving the series or the group removes them by one email', async () => {
  const { attend, giveUp, leave, read } = await weekly();
  await attend();
  await read();
  await giveUp();
  expect(await read()).toEqual({ letters: 1, starts: [] });
  await attend();
  expect((await read()).starts).toHaveLength(3);
  await leave();
  expect(await read()).toEqual({ letters: 1, starts: [] });
});
