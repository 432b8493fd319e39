import { parsePostcode } from '#contract/platform/postcodes.ts';
import { emptyFields, optionalTexts, pickFields } from '#contract/events/event-fields.ts';
import { positionOf } from '#features/events/events/policy/venue.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { dateOf } from '#contract/platform/days.ts';
import { groupTypes, type GroupType } from '#contract/community/groups.ts';
import { users } from '#features/base/accounts/tables.ts';
import { hashPassword } from '#platform/crypto/password.ts';
import { blocks } from '#features/trust/blocks/tables.ts';
import { comments } from '#features/events/comments/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { series } from '#features/events/series/tables.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import {
  demoContent,
  type DemoComment,
  type DemoEvent,
  type DemoGroup,
  type DemoPerson,
} from './content.ts';
import { suppress } from '#platform/mail/suppression.ts';
import { addComplaints } from './complaints.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { addComplianceDocument } from './compliance.ts';
import { addHouseholds, type Families } from './households.ts';
import { addImport } from './imports.ts';
import { addMessage } from './messages.ts';
import { addReports } from './reports.ts';
import { addRsvps } from './rsvps.ts';
import { startsOf } from './calendar.ts';
import { beginMoving } from './moving.ts';
import { placeInSeries, weeklyRule } from './weekly.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';

export const demoPassword = 'Village-hall1';
const signIns = ['admin', 'organiser', 'member', 'newcomer'] as const;

type Ids = Map<string, string>;

/**
 * Fills an empty database with people, groups and events around `now`.
 * @returns the sign-ins to print; undefined if the database already has accounts
 */
export async function loadDemo(
  db: Database,
  now: Date,
  config: Config = readConfig({}),
): Promise<string | undefined> {
  const passwordHash = await hashPassword(demoPassword);
  const loaded = await transaction(db, async (tx) => {
    await lockDemo(tx);
    const [anyone] = await tx.select({ id: users.id }).from(users).limit(1);
    if (anyone) return false;
    await fillDemo(tx, { passwordHash, idOf: () => randomUUID() }, config, now);
    return true;
  });
  if (!loaded) return undefined;
  const addresses = signIns.map((name) => `${name}@example.com`).join(', ');
  return `Demo sign-ins: ${addresses}; password ${demoPassword}`;
}

/** The addresses of the demo's own people. */
export const accountAddresses = (): string[] =>
  [...signIns, ...Object.keys(demoContent().members), lookalikeKey].map(
    (key) => `${key}@example.com`,
  );

const lookalikeKey = 'margaret.ellis';

/** Lets one process at a time load or reset the demo. */
export const lockDemo = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(7264016)`);

interface DemoPeople {
  passwordHash: string;
  /** The id of the account with this address. */
  idOf: (email: string) => string;
}

/** Adds the demo's content to empty tables. */
export async function fillDemo(
  tx: Transaction,
  people: DemoPeople,
  config: Config,
  now: Date,
): Promise<void> {
  const ids = await addPeople(tx, people, now);
  const families = await addHouseholds(tx, ids);
  for (const [index, group] of demoContent().groups.entries())
    await addGroup(tx, group, index, { ids, families, now });
  await addComplaints(tx, idOf(ids, 'admin'), idOf(ids, 'member'), now);
  await addComplianceDocument(tx, idOf(ids, 'admin'), config, now);
  await addReports(tx, { admin: idOf(ids, 'admin'), member: idOf(ids, 'member') }, now);
  const createdAt = new Date(now.getTime() - 40 * day);
  const pair = { userId: idOf(ids, 'member'), blockedId: idOf(ids, 'fraser') };
  await tx.insert(blocks).values({ ...pair, createdAt });
  await addImport(tx, idOf(ids, 'organiser'), now);
  await suppress(tx, `${lookalikeKey}@example.com`, cleanText('550 5.1.1'), createdAt);
  await beginMoving(tx, now);
}

async function addPeople(
  tx: Transaction,
  { passwordHash, idOf: idFor }: DemoPeople,
  now: Date,
): Promise<Ids> {
  const { accounts, members, lookalike } = demoContent();
  const person = (key: string, about: DemoPerson, index: number) => ({
    id: idFor(`${key}@example.com`),
    key,
    email: `${key}@example.com`,
    // A newcomer with an unconfirmed address, to show the messages about that.
    emailVerifiedAt: key === 'newcomer' ? null : now,
    passwordHash,
    firstName: about.firstName,
    lastName: about.lastName ?? null,
    bio: about.bio ?? null,
    location: about.town ? `${about.town}, ${about.country ?? 'United Kingdom'}` : null,
    role: key === 'admin' ? ('admin' as const) : ('user' as const),
    createdAt: new Date(now.getTime() - (400 - index * 4) * day),
  });
  const people = [
    ...signIns.map((key, index) => person(key, accounts[key], index)),
    ...Object.entries(members).map(([key, member], index) => person(key, member, index)),
    person(lookalikeKey, lookalike, Object.keys(members).length),
  ];
  await tx.insert(users).values(cleanTexts(people));
  return new Map(people.map(({ key, id }) => [key, id]));
}

/**
 * Picks people at the same positions in every load: the step shares no factor with their number.
 */
function pickMembers(all: string[], count: number, seed: number): string[] {
  const step = [37, 41, 43, 47, 53].find((prime) => all.length % prime !== 0) ?? 1;
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[(seed * 17 + index * step) % all.length] ?? '',
  );
}

async function addGroup(
  tx: Transaction,
  group: DemoGroup,
  index: number,
  { ids, families, now }: Pick<GroupContext, 'ids' | 'families' | 'now'>,
): Promise<void> {
  const status = group.status ?? 'approved';
  const createdAt = new Date(now.getTime() - ageOf(group));
  const keys = memberKeys(group, index);
  const [row] = await tx
    .insert(groups)
    .values({
      ...cleanTexts({ name: group.name, description: group.description, location: group.town }),
      groupType: group.type,
      categoryId: categoryOf(group.type),
      chargeForEvents: group.chargeForEvents,
      joinPolicy: group.joinPolicy,
      joinQuestion: group.joinQuestion === undefined ? null : cleanText(group.joinQuestion),
      audience: group.audience,
      attendeeNames: group.attendeeNames,
      asksEverybody: group.cantCome !== undefined,
      safeguardingLead: group.safeguarding && cleanText(group.safeguarding.lead),
      safeguardingContact: group.safeguarding && cleanText(group.safeguarding.contact),
      status,
      createdById: idOf(ids, group.owner),
      memberCount: keys.length,
      createdAt,
      submittedAt: createdAt,
    })
    .returning({ id: groups.id });
  const groupId = row?.id ?? 0;
  await tx.insert(memberships).values(
    keys.map((key, place) => ({
      groupId,
      userId: idOf(ids, key),
      status: 'approved' as const,
      isOrganizer: key === group.owner,
      // Every fourth member has followed the group's invitation link.
      invitedByLink: place % 4 === 3,
      createdAt: new Date(createdAt.getTime() + place * 3 * hour),
    })),
  );
  for (const event of group.events)
    await addEvents(tx, event, { groupId, group, keys, ids, families, now });
  const sentById = idOf(ids, group.owner);
  for (const message of group.messages ?? [])
    await addMessage(tx, message, { groupId, sentById, recipients: keys.length - 1 }, now);
}

const ageOf = ({ hoursWaiting, monthsOld }: DemoGroup) =>
  hoursWaiting === undefined ? monthsOld * 30 * day : hoursWaiting * hour;

/**
 * The owner first, then people who comment on the group's events and its regulars, then others up
 * to the wanted number.
 */
function memberKeys(group: DemoGroup, index: number): string[] {
  const talkers = group.events.flatMap(
    (event) => event.comments?.map((comment) => comment.by) ?? [],
  );
  const regulars = new Set([group.owner, ...talkers, ...(group.regulars ?? [])]);
  const others = Object.keys(demoContent().members).filter((key) => !regulars.has(key));
  return [...regulars, ...pickMembers(others, group.members - regulars.size, index)];
}

interface GroupContext {
  groupId: number;
  group: DemoGroup;
  keys: string[];
  ids: Ids;
  /** The children of members, by the member's key. */
  families: Families;
  now: Date;
}

async function addEvents(tx: Transaction, event: DemoEvent, around: GroupContext): Promise<void> {
  const starts = startsOf(event, around.now);
  const dates = starts.map(({ startTime }) => startTime);
  const seriesOf = event.isSeries ? await addSeries(tx, event, dates, around) : () => ({});
  for (const { week, startTime } of starts) {
    const talk = week === event.weeks[0] ? (event.comments ?? []) : [];
    await addOccurrence(
      tx,
      event,
      startTime,
      pickMembers(around.keys, event.attendees, week + 20),
      talk,
      {
        ...around,
        seriesColumns: seriesOf(startTime),
      },
    );
  }
}

/** The rule of the series; returns the columns of each date. */
async function addSeries(
  tx: Transaction,
  event: DemoEvent,
  dates: Date[],
  { groupId, group, ids, now }: GroupContext,
) {
  const days = dates.map(dateOf);
  const [row] = await tx
    .insert(series)
    .values({
      groupId,
      createdById: idOf(ids, group.owner),
      ...weeklyRule(days),
      startsAt: event.start,
      createdAt: new Date(now.getTime() - 60 * day),
    })
    .returning({ id: series.id });
  return (startTime: Date): SeriesColumns => ({
    seriesId: row?.id,
    ...placeInSeries(days, dateOf(startTime)),
  });
}

/** Where an event is, how people get in, and its optional texts. */
function placeOf(event: DemoEvent) {
  const { venue, inPersonToo = false } = event;
  const { isPublic = false, access = {} } = demoContent().venues[venue] ?? {};
  const postcode = parsePostcode(venue.split(' ').at(-1) ?? '')?.outward ?? null;
  const place = { location: venue, postcode, placePublic: isPublic, access, inPersonToo };
  const columns = cleanTexts({ ...emptyFields, ...pickFields(event, optionalTexts), ...place });
  return { ...columns, ...positionOf(columns) };
}

type SeriesColumns = Partial<typeof events.$inferInsert>;

async function addOccurrence(
  tx: Transaction,
  event: DemoEvent,
  startTime: Date,
  attendees: string[],
  talk: DemoComment[],
  {
    groupId,
    group,
    keys,
    ids,
    families,
    now,
    seriesColumns,
  }: GroupContext & { seriesColumns: SeriesColumns },
): Promise<void> {
  const latest = Math.min(now.getTime(), startTime.getTime());
  const [row] = await tx
    .insert(events)
    .values({
      groupId,
      categoryId: categoryOf(event.category ?? group.type),
      createdById: idOf(ids, group.owner),
      ...cleanTexts({ title: event.title, description: event.description }),
      ...placeOf(event),
      audience: event.audience ?? group.audience,
      openTo: event.openTo,
      free: group.chargeForEvents === 'free',
      startTime,
      endTime: new Date(startTime.getTime() + event.minutes * minute),
      capacity: event.capacity,
      guestsAllowed: event.guestsAllowed,
      rsvpClosesAt: closingOf(event, startTime),
      createdAt: new Date(latest - 30 * day),
      remindedOf: startTime.getTime() <= now.getTime() + day ? startTime : null,
      soonRemindedOf: startTime.getTime() <= now.getTime() + 2 * hour ? startTime : null,
      ...seriesColumns,
    })
    .returning({ id: events.id });
  const eventId = row?.id ?? 0;
  const rows = talk.map(({ by, text, daysBefore }) => ({
    eventId,
    userId: idOf(ids, by),
    content: text,
    createdAt: new Date(Math.min(now.getTime() - minute, startTime.getTime() - daysBefore * day)),
  }));
  const around = { event, group, eventId, startTime, attendees, keys, families, now };
  await addRsvps(tx, { ...around, idOf: (key) => idOf(ids, key) });
  if (rows.length > 0) await tx.insert(comments).values(cleanTexts(rows));
}

const closingOf = ({ closesDaysBefore }: DemoEvent, startTime: Date) =>
  closesDaysBefore === undefined ? null : new Date(startTime.getTime() - closesDaysBefore * day);

const categoryOf = (type: GroupType) => groupTypes.indexOf(type) + 2;

function idOf(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`the demo content names nobody '${key}'`);
  return id;
}
