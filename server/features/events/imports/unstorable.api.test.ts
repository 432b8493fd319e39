import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { calendarOf, choir, eventLines, picnic } from '#tests/support/imports.ts';

const { make, as } = await startTestApp();

async function organised() {
  const group = await make.group({ location: 'Bath' });
  return { group, client: await as(group.owner) };
}

const send = async (client: Client, groupId: number, ...events: string[][]) =>
  (
    await client.call('POST /api/groups/:id/imports', {
      params: { id: groupId },
      body: { ics: calendarOf(...events) },
    })
  ).body;

const withLine = (event: string[], name: string, line: string) =>
  event.map((each) => (each.startsWith(name) ? line : each));

describe('a calendar with NUL and halves of surrogate pairs', () => {
  const html =
    'DESCRIPTION:<p>Bring a blanket&#55296; and something\0 to share&#0; with others</p>';

  it.each([
    ['a title', withLine(picnic, 'SUMMARY', 'SUMMARY:Summer\0 picnic')],
    ['a description', withLine(picnic, 'DESCRIPTION', html)],
    ['a place', withLine(picnic, 'LOCATION', 'LOCATION:The \0Landing \ud800Stage')],
    ['a UID', withLine(picnic, 'UID', 'UID:picnic\0\ud800@calendar.example')],
    ['a link', withLine(picnic, 'LOCATION', 'LOCATION:https://meet.example/\0walk')],
    ['a cut title', withLine(picnic, 'SUMMARY', `SUMMARY:x${'😀'.repeat(200)}`)],
  ])('is previewed and published without them: %s', async (_, event) => {
    const { group, client } = await organised();
    const { id, events } = await send(client, group.id, event);
    expect(events[0]?.state).toBe('new');
    expect(JSON.stringify(events)).not.toMatch(/\\u(?:0000|d[89a-f])/);
    const uids = events.map(({ uid }) => uid);
    const published = await client.call('POST /api/imports/:id/publish', {
      params: { id },
      body: { uids },
    });
    expect(published.body.created).toHaveLength(1);
  });

  it('names them in no event that is refused', async () => {
    const { group, client } = await organised();
    const bad = eventLines('UID:bad@calendar.example', `SUMMARY:x${'😀'.repeat(200)}`);
    const { events } = await send(client, group.id, bad);
    expect(events).toMatchObject([{ state: 'refused' }]);
    expect(events[0]?.title.isWellFormed()).toBe(true);
  });

  it('keeps events apart whose UIDs differ only by them', async () => {
    const { group, client } = await organised();
    const other = withLine(choir, 'UID', 'UID:picnic\0@calendar.example');
    const { id, events } = await send(client, group.id, picnic, other);
    const uids = events.map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(2);
    const params = { id };
    const { status } = await client.call('POST /api/imports/:id/publish', {
      params,
      body: { uids },
    });
    expect(status).toBe(200);
  });

  it.each(['\0', '\ud800', 'no such \0 event'])('has no event %j to publish', async (uid) => {
    const { group, client } = await organised();
    const { id } = await send(client, group.id, picnic);
    const refused = await client.refusal('POST /api/imports/:id/publish', {
      params: { id },
      body: { uids: [uid] },
    });
    expect(refused.code).toBe('invalid');
  });
});
