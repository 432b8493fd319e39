import { getTableName } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { createActiveMember, marks, rowsContaining } from '#tests/support/active-member.ts';
import { newPicture } from '#tests/support/pictures.ts';
import { comments } from '#features/events/comments/tables.ts';
import { exportFilesOf } from './queries/export-files.ts';

const app = await startTestApp();
const { make } = app;
const take = 'GET /api/auth/user/export';

/** Returns the files of a member's zip as text. */
async function files(client: Client): Promise<Record<string, string>> {
  const response = await client.send(take);
  expect(response.statusCode).toBe(200);
  const unzipped = unzipSync(response.rawPayload);
  return Object.fromEntries(
    Object.entries(unzipped).map(([name, bytes]) => [
      name,
      name.endsWith('.webp') ? Buffer.from(bytes).toString('latin1') : strFromU8(bytes),
    ]),
  );
}

const rowsIn = (all: Record<string, string>, name: string) =>
  JSON.parse(all[`${name}.json`] ?? 'null') as Record<string, unknown>[];

/** The files that may have a table's rows about a member. */
const filesOf = (table: string) =>
  table === 'media_uploads'
    ? ['pictures']
    : exportFilesOf('nobody').flatMap(({ from, name }) =>
        getTableName(from) === table ? [name] : [],
      );

describe('the export of everything held about a member', async () => {
  const life = await createActiveMember(app);
  const { person, client } = life;
  const all = await files(client);

  it('is a zip file with the day in its name', async () => {
    const { headers } = await client.send(take);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data-2026-06-10.zip"',
      'cache-control': 'no-store',
    });
  });

  it('has rows from every table about them', async () => {
    const tables = Object.keys(await rowsContaining(app, [person.id, ...Object.values(marks)]));
    const isThere = (table: string) => filesOf(table).some((file) => rowsIn(all, file).length > 0);
    expect(tables.filter((table) => !isThere(table))).toEqual([]);
  });

  it('has every field of the profile, but never the password’s hash', async () => {
    const {
      comment: _,
      subject: _subject,
      contact: _contact,
      complaint: _complaint,
      ...profile
    } = marks;
    expect(rowsIn(all, 'account')).toEqual([
      expect.objectContaining({ id: person.id, ...profile, location: person.location }),
    ]);
    expect(Object.values(all).join('')).not.toContain('argon2');
  });

  it('has their texts, and where they wrote them', async () => {
    expect(rowsIn(all, 'comments')).toMatchObject([
      { eventId: life.events.coming.id, content: marks.comment },
    ]);
    expect(rowsIn(all, 'rsvps')).toHaveLength(3);
    expect(rowsIn(all, 'memberships').map(({ status }) => status)).toEqual([
      'approved',
      'pending',
      'approved',
      'approved',
    ]);
    expect(rowsIn(all, 'groups').map(({ name }) => name)).toEqual([
      'Barometer Circle',
      'Bell Ringers',
    ]);
  });

  it('has each table as CSV too, a line for each row under the column names', async () => {
    const [heads, ...lines] = (all['comments.csv'] ?? '').trim().split('\r\n');
    expect(heads).toBe('event,id,eventId,content,createdAt');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(marks.comment);
    expect(Object.keys(all).filter((name) => name.endsWith('.csv'))).toHaveLength(53);
  });

  it('has the pictures themselves', async () => {
    for (const url of [life.avatar, life.unusedCover]) {
      const file = url.replace('/media/', 'pictures/');
      const bytes = Buffer.from(all[file] ?? '', 'latin1');
      expect((await sharp(bytes).metadata()).format).toBe('webp');
      expect(rowsIn(all, 'pictures').map((row) => row['file'])).toContain(file);
    }
  });

  it('explains each part in words', () => {
    expect(all['README.txt']).toContain('Everything Villagehall holds about you');
    expect(all['README.txt']).toContain('comments: what you wrote under events');
  });

  it('has no key to the account, and nobody else’s name, address or words', async () => {
    const everything = Object.values(all).join('\n');
    const { rows } = await app.db.execute<{ id: string }>('SELECT id FROM sessions');
    for (const secret of [...rows.map(({ id }) => id), 'a-token']) {
      expect(everything).not.toContain(secret);
    }
    for (const other of [life.partner, await make.user()]) {
      expect(everything).not.toContain(other.email);
      expect(everything).not.toContain(other.id);
    }
  });
});

describe('an export', () => {
  it('of a newcomer has empty lists rather than missing ones', async () => {
    const all = await files(await app.as(await make.newcomer()));
    expect(rowsIn(all, 'comments')).toEqual([]);
    expect(all['comments.csv']).toBe('');
  });

  it('is complete for long lists: 1,201 comments, each once', async () => {
    const event = await make.event();
    const person = await make.user();
    await app.db.insert(comments).values(
      cleanTexts(
        Array.from({ length: 1_201 }, (_, place) => ({
          eventId: event.id,
          userId: person.id,
          content: `Comment ${place}`,
        })),
      ),
    );
    const all = await files(await app.as(person));
    const contents = new Set(rowsIn(all, 'comments').map(({ content }) => content));
    expect(contents.size).toBe(1_201);
    expect((all['comments.csv'] ?? '').trim().split('\r\n')).toHaveLength(1_202);
  });

  it('has a picture that another member added first', async () => {
    const [first, second] = [await app.as(await make.user()), await app.as(await make.user())];
    const profileImageUrl = await newPicture();
    await first.call('PATCH /api/auth/user', { body: { profileImageUrl } });
    const { body } = await second.call('PATCH /api/auth/user', { body: { profileImageUrl } });
    const all = await files(second);
    expect(all).toHaveProperty([(body.profileImageUrl ?? '').replace('/media/', 'pictures/')]);
  });

  it('is allowed five times an hour', async () => {
    const limited = await startTestApp({ rateLimits: true });
    const client = await limited.as(await limited.make.user());
    const outcomes = [];
    for (let times = 0; times < 6; times += 1) outcomes.push(await client.outcome(take));
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 'too_many_requests']);
  });
});
