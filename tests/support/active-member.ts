import { plantImport } from './imports.ts';
import { plantInvitation } from './invitations.ts';
import { eq, sql } from 'drizzle-orm';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { purges } from '#features/safety/purge/tables.ts';
import { donations } from '#features/base/donations/tables.ts';
import { arrivals } from '#features/events/arrivals/tables.ts';
import { reportDecisions } from '#features/safety/reports/tables.ts';
import { invitations } from '#features/base/settings/tables.ts';
import { transaction } from '#platform/db/database.ts';
import { followedCalendars } from '#features/events/imports/tables.ts';
import { suppress } from '#platform/mail/suppression.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { textPrints } from '#features/trust/moderation/tables.ts';
import { start, type TestApp } from './app.ts';
import type { Client } from './client.ts';
import { newPicture } from './pictures.ts';
import { completeProfile, type User } from './factories.ts';
import { createTestMailer } from './mailer.ts';
import { plantDraft, plantVersion } from './compliance.ts';
import { plantReport } from './reports.ts';
import { plantDevice } from './push-service.ts';
import { plantPasskey } from './passkeys.ts';
import { plantToken } from './tokens.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { pushes } from '#platform/push/tables.ts';
import { switchTwoStepOn, type TwoStepKeys } from './two-step.ts';
import { identities, mailTokens } from '#features/base/sign-in/tables.ts';
import { recordSignIn } from '#features/base/sign-in/mutations/sign-in-log.ts';

/** Each text occurs nowhere else, so that finding it means finding her. */
export const marks = {
  firstName: 'Zenobia',
  lastName: 'Quillfeather',
  email: 'zenobia.quillfeather@example.net',
  phoneNumber: '+44 7700 900987',
  bio: 'Collects barometers and rings church bells.',
  comment: 'I shall bring the barometers.',
  subject: 'auth0|quillfeather',
  contact: 'May I bring a barometer?',
  complaint: 'My barometers were taken down.',
};

export interface ActiveMember {
  twoStep: TwoStepKeys;
  person: User;
  client: Client;
  /** The address of her picture, and of an unused cover that she uploaded. */
  avatar: string;
  unusedCover: string;
  groups: Record<'joined' | 'waiting' | 'ledAlone' | 'shared', { id: number }>;
  /** The organiser of the group they share. */
  partner: User;
  events: Record<'coming' | 'past' | 'own', { id: number }>;
}

/** Creates a member who has used every feature, so that every table that can refer to her does. */
export async function createActiveMember(app: TestApp): Promise<ActiveMember> {
  const { make, db } = app;
  const { comment, subject, contact: _, complaint, ...profile } = marks;
  const person = await make.user({ ...completeProfile, ...profile });
  const client = await app.as(person);
  await recordSignIn(db, person.id, 'new_device', '203.0.113.0/24', app.clock.read());
  const [joined, waiting] = [await make.group(), await make.group({ joinPolicy: 'approval' })];
  const [ledAlone, shared] = [
    await make.group({ owner: person, name: 'Barometer Circle' }),
    await make.group({ owner: person, name: 'Bell Ringers' }),
  ];
  const partner = await make.organiser(shared);
  for (const { id } of [joined, waiting]) {
    await client.call('POST /api/groups/:id/members', { params: { id } });
  }
  const coming = await make.event({ group: joined });
  const past = await make.pastEvent({ group: joined });
  const own = await make.event({ group: shared, createdById: person.id });
  await make.series({ group: shared, dates: 1, createdById: person.id });
  const child = await make.child(person);
  await make.rsvp(coming, person, undefined, 0, child);
  for (const event of [past, own]) await make.rsvp(event, person);
  await make.doorLink(own, person);
  const walkIn = { walkInId: 'phone-0001', name: 'Wanda', people: 1, here: 1 };
  const word = { at: app.clock.read(), device: 'phone-one', byId: person.id };
  await db.insert(arrivals).values(cleanTexts({ eventId: own.id, ...walkIn, ...word }));
  await make.waiting(await make.event({ group: joined, capacity: 1 }), person);
  await client.call('PUT /api/events/:id/answer', {
    params: { id: (await make.event({ group: joined })).id },
    body: { answer: 'cant', note: 'At a barometer fair' },
  });
  const visited = await make.pastEvent({ group: joined });
  await make.guestRsvp(visited, { email: person.email });
  await make.addedAttendee(visited, { addedById: person.id });
  await make.comment(coming, person, { content: comment });
  await make.pendingComment(coming, person);
  await make.message(shared, { sentById: person.id });
  await client.call('PATCH /api/groups/:id/membership', {
    params: { id: joined.id },
    body: { muted: true },
  });
  await client.call('POST /api/groups/:id/contact', {
    params: { id: joined.id },
    body: { subject: 'Barometers', text: marks.contact },
  });
  await client.call('POST /api/complaints', {
    body: { kind: 'content', text: complaint, email: marks.email },
  });
  const print = { print: 'a-print', kind: 'comment', hasLink: false, createdAt: start } as const;
  await db.insert(textPrints).values({ ...print, userId: person.id });
  const avatar = await client.call('PATCH /api/auth/user', {
    body: { profileImageUrl: await newPicture() },
  });
  const cover = await client.call('POST /api/media', {
    body: { image: await newPicture(), use: 'cover' },
  });
  const host = await app.as(joined.owner);
  await host.call('PATCH /api/events/:id', {
    params: { id: coming.id },
    body: { location: 'The Old Observatory, Hill Lane' },
  });
  await (await createTestMailer(app, { RATE_LIMITS: 'off' })).deliver();
  await client.call('PATCH /api/user/mail-preferences', { body: { reminders: false } });
  const now = app.clock.read();
  await transaction(db, async (tx) => {
    const payload = { groupId: waiting.id };
    // Emails to people who give without signing in carry only the address.
    await enqueue(tx, 'request_approved', { email: marks.email }, payload, now);
  });
  const stranger = await make.user();
  await client.call('PUT /api/users/:id/block', { params: { id: stranger.id } });
  const apart = await app.as(partner);
  await apart.call('PUT /api/users/:id/block', { params: { id: person.id } });
  const reported = await plantReport(db, { type: 'comment', id: 1 }, person, 'warn', person);
  const byHer = { byId: person.id };
  await db.update(reportDecisions).set(byHer).where(eq(reportDecisions.caseId, reported.id));
  await plantToken(app, person);
  await plantPasskey(app, person);
  await client.call('POST /api/user/calendar-feed');
  const deviceId = await plantDevice(db, person.id, tokenHash(client.session ?? ''));
  const payload = cleanTexts({ userId: person.id });
  await db
    .insert(pushes)
    .values({ deviceId, kind: 'request_received', throttleKey: 'group:1', payload });
  const twoStep = await switchTwoStepOn(app, person);
  await db
    .insert(identities)
    .values(cleanTexts({ issuer: 'https://id.test', subject, userId: person.id }));
  await db.insert(mailTokens).values({
    id: 'a-token',
    userId: person.id,
    purpose: 'reset_password',
    expiresAt: app.clock.inHours(1),
  });
  await db.insert(donations).values({
    paymentIntentId: cleanText('pi_quill'),
    userId: person.id,
    amount: 2_000,
    status: 'succeeded',
  });
  await db.insert(invitations).values({ code: 'ring-the-bells', createdById: person.id });
  await plantImport(app, joined, { createdById: person.id });
  await plantInvitation(app, joined.id, 'ada@example.org', { invitedById: person.id });
  await plantInvitation(app, waiting.id, person.email);
  await db.insert(followedCalendars).values(
    cleanTexts({
      groupId: joined.id,
      addedById: person.id,
      url: 'https://calendar.example/private.ics',
    }),
  );
  await transaction(db, (tx) => suppress(tx, person.email, cleanText('550 5.1.1'), now));
  await plantVersion(db, person, { paper: 'retention', savedAt: now });
  await plantDraft(db, person, { paper: 'measures', savedAt: now });
  const admin = await make.admin();
  // Her attendance at an event of a purged author, and content of hers that was purged before.
  const spammer = await make.user();
  const spam = await make.event({ group: joined, createdById: spammer.id });
  await make.rsvp(spam, person);
  const boss = await app.as(admin);
  await boss.call('POST /api/admin/users/:id/cleanup', { params: { id: spammer.id }, body: {} });
  await db.insert(purges).values({ userId: person.id, wasActive: true, createdAt: now });
  await db.insert(auditLog).values([
    {
      actorId: admin.id,
      action: 'user.role',
      targetType: 'user',
      targetId: person.id,
      before: { role: 'admin' },
      after: { role: 'user' },
      createdAt: now,
    },
    {
      actorId: person.id,
      action: 'group.review',
      targetType: 'group',
      targetId: String(joined.id),
      createdAt: now,
    },
  ]);
  return {
    twoStep,
    person,
    client,
    avatar: avatar.body.profileImageUrl ?? '',
    unusedCover: cover.body.url,
    groups: { joined, waiting, ledAlone, shared },
    partner,
    events: { coming, past, own },
  };
}

/** Lists the names of the schema's tables. */
export async function allTables({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`);
  return rows.map(({ name }) => name);
}

/**
 * Returns the tables with a row that contains one of these texts in any column, with those rows.
 */
export async function rowsContaining(
  app: Pick<TestApp, 'db'>,
  texts: string[],
): Promise<Record<string, unknown[]>> {
  const traces: Record<string, unknown[]> = {};
  for (const name of await allTables(app)) {
    const { rows } = await app.db.execute<{ row: unknown }>(sql`
      SELECT to_jsonb(each) - 'bytes' AS row FROM ${sql.identifier(name)} AS each
      WHERE (to_jsonb(each) - 'bytes')::text ILIKE ANY (${sql.param(texts.map((text) => `%${text}%`))}::text[])`);
    if (rows.length > 0) traces[name] = rows.map(({ row }) => row);
  }
  return traces;
}
