import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';
import { hiding } from '#tests/support/hiding.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { dropUnusedPictures } from '#features/base/media/mutations.ts';
import { pictureUrl } from '#features/base/media/queries.ts';
import { media } from '#features/base/media/tables.ts';
import { runDeleteExpired } from '#tests/support/expiry.ts';
import { purging } from '#tests/support/spam.ts';
import { purges, removedRows } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const adminClient = await app.as(await make.admin());
const { hide } = hiding(app);
const { emailsTo, subjectsTo } = await createCapturingMailer(app);
afterEach(() => clock.reset());

const { cleanUp, undo } = purging(adminClient);

const textsTo = async (person: User) =>
  (await emailsTo(person)).map(({ text }) => text.replace(/\s+/g, ' '));

/** Creates an author with an event in this many hours, and somebody who attends it. */
async function spamEvent(inHours: number) {
  const spammer = await make.user();
  const group = await make.group();
  const goer = await make.member(group);
  const startTime = clock.inHours(inHours);
  const event = await make.event({
    group,
    createdById: spammer.id,
    title: 'Free watches',
    startTime,
  });
  await make.rsvp(event, goer);
  return { spammer, goer, event };
}

describe('an attendee of a purged event', () => {
  it('is notified at once when it is soon, and again when it is restored', async () => {
    const { spammer, goer } = await spamEvent(30);
    await cleanUp(spammer);
    expect(await subjectsTo(goer)).toEqual(['Cancelled: Free watches']);
    await undo(spammer);
    expect(await subjectsTo(goer)).toEqual(['Cancelled: Free watches', 'On again: Free watches']);
  });

  it('is notified a day later when there is time, once the purge is final', async () => {
    const { spammer, goer } = await spamEvent(24 * 7);
    await cleanUp(spammer);
    expect(await subjectsTo(goer)).toEqual([]);
    clock.advanceHours(24);
    expect(await subjectsTo(goer)).toEqual(['Cancelled: Free watches']);
  });

  it('is not notified when it is undone meanwhile', async () => {
    const { spammer, goer } = await spamEvent(24 * 7);
    await cleanUp(spammer);
    await undo(spammer);
    clock.advanceHours(25);
    expect(await subjectsTo(goer)).toEqual([]);
  });

  it('is notified after five minutes when an organiser cancels it after the undo', async () => {
    const { spammer, goer, event } = await spamEvent(24 * 7);
    await cleanUp(spammer);
    await undo(spammer);
    await adminClient.call('DELETE /api/events/:id', { params: { id: event.id } });
    clock.advanceHours(0.1);
    expect(await subjectsTo(goer)).toEqual(['Cancelled: Free watches']);
    clock.advanceHours(25);
    expect(await subjectsTo(goer)).toHaveLength(1);
  });
});

describe('an attendee notified of a review', () => {
  it.each(['event', 'group'] as const)(
    'is notified once that it is cancelled when a purge removes it, hidden with its %s',
    async (kind) => {
      const { spammer, goer, event } = await spamEvent(24 * 7);
      await hide(kind, kind === 'event' ? event : { id: event.groupId });
      expect(await subjectsTo(goer)).toEqual(['Under review: Free watches']);
      await cleanUp(spammer);
      clock.advanceHours(24);
      const subjects = await subjectsTo(goer);
      expect(subjects).toHaveLength(2);
      expect(subjects[1]).toMatch(/^Cancelled: your event on /);
      expect((await textsTo(goer))[1]).not.toContain('watches');
      clock.advanceHours(24);
      expect(await subjectsTo(goer)).toHaveLength(2);
    },
  );
});

describe('the members of a purged group', () => {
  it('are notified once it is final', async () => {
    const spammer = await make.user();
    const group = await make.group({ owner: spammer, name: 'Cheap watches' });
    const member = await make.member(group);
    await cleanUp(spammer);
    expect(await subjectsTo(member)).toEqual([]);
    clock.advanceHours(24);
    expect(await subjectsTo(member)).toEqual(['Cheap watches has been removed']);
  });

  it('are not notified when it is restored', async () => {
    const spammer = await make.user();
    const member = await make.member(await make.group({ owner: spammer }));
    await cleanUp(spammer);
    await undo(spammer);
    clock.advanceHours(25);
    expect(await subjectsTo(member)).toEqual([]);
  });
});

describe('a purged author', () => {
  it('reads that their texts are removed, and after an undo that they are back', async () => {
    const spammer = await make.user();
    await cleanUp(spammer);
    expect((await textsTo(spammer))[0]).toContain('What you wrote has been removed.');
    await undo(spammer);
    const [, restored] = await textsTo(spammer);
    expect(restored).toContain('are just as you left them');
    expect(restored).not.toContain('RSVP again');
  });

  it('reads at the end of the ban without an undo that they stay removed', async () => {
    const spammer = await make.user();
    await cleanUp(spammer);
    await subjectsTo(spammer);
    const params = { id: spammer.id };
    await adminClient.call('PATCH /api/admin/users/:id/status', {
      params,
      body: { isActive: true },
    });
    expect((await textsTo(spammer))[1]).toContain('What we removed stays removed.');
  });
});

describe('after a day', () => {
  const sweep = () => runDeleteExpired(app);
  const keptOf = ({ id }: User) => db.$count(removedRows, eq(removedRows.purgeId, id));

  it('a job deletes purged rows for good, and not before', async () => {
    const spammer = await make.user();
    await make.comment(await make.event(), spammer);
    await cleanUp(spammer);
    clock.advanceHours(23.9);
    await sweep();
    expect(await keptOf(spammer)).toBe(1);
    clock.advanceHours(0.1);
    await sweep();
    expect(await keptOf(spammer)).toBe(0);
    const params = { id: spammer.id };
    expect(await adminClient.outcome('DELETE /api/admin/users/:id/cleanup', { params })).toBe(
      'conflict',
    );
    expect(await db.$count(purges, eq(purges.userId, spammer.id))).toBe(1);
  });

  it('a first purge is final while a second can still be undone', async () => {
    const spammer = await make.user();
    const event = await make.event();
    await make.comment(event, spammer);
    await cleanUp(spammer);
    clock.advanceHours(20);
    await make.comment(event, spammer);
    await cleanUp(spammer);
    clock.advanceHours(10);
    expect((await undo(spammer)).body).toEqual({ restored: 1, lost: 0 });
  });

  it('a picture is deleted with its last use', async () => {
    const spammer = await make.user();
    const id = createHash('sha256').update('a watch').digest('hex');
    const shape = { contentType: 'image/webp', bytes: Buffer.from('x'), width: 1, height: 1 };
    await db.insert(media).values({ id, ...shape, createdAt: clock.inHours(-48) });
    await make.event({ createdById: spammer.id, imageUrl: pictureUrl(id) });
    await cleanUp(spammer);
    const drop = () => dropUnusedPictures(db, clock.read());
    expect(await drop()).toBe(0);
    clock.advanceHours(24);
    await sweep();
    expect(await drop()).toBe(1);
  });
});
