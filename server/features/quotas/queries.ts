import { sql, type SQL } from 'drizzle-orm';
import { day } from '../../../contract/durations.ts';
import { newAccountDays } from '../../../contract/limits.ts';
import type { QuotaNotices } from '../../../contract/quota-calls.ts';
import type { QuotaNotice } from '../../../contract/quotas.ts';
import { users } from '../accounts/tables.ts';
import { comments } from '../comments/tables.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import { media, mediaUploads, mediaWidths } from '../media/tables.ts';
import { heldComments } from '../moderation/tables.ts';
import type { Config } from '../../platform/config.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import {
  commentQuota,
  groupDatesQuota,
  isNewAccount,
  ownDatesQuota,
  pictureQuotas,
  quotaNotice,
  unapprovedGroupQuota,
  type MeasuredQuota,
} from './policy.ts';

/** Counts in one statement; whether the viewer's account is new decides which figures hold. */
async function countsOf<Name extends string>(
  db: Reader,
  viewer: Viewer,
  counts: Record<Name, SQL>,
  now: Date,
): Promise<{ isNew: boolean; used: Record<Name, number> }> {
  const counted = Object.entries<SQL>(counts).map(
    ([name, count]) => sql`coalesce((${count}), 0)::float8 as ${sql.identifier(name)}`,
  );
  const { rows } = await db.execute<Record<string, number>>(sql`
    select (extract(epoch from ${users.createdAt}) * 1000)::float8 as "createdAt", ${sql.join(counted, sql`, `)}
    from ${users} where ${users.id} = ${viewer.id}`);
  const [{ createdAt = now.getTime(), ...used } = {}] = rows;
  return {
    isNew: isNewAccount({ role: viewer.role, createdAt: new Date(createdAt) }, now),
    used: used as Record<Name, number>,
  };
}

/** Counts the comments of the last 24 hours, those that wait for an admin too. */
export async function measuredComments(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<MeasuredQuota> {
  const since = new Date(now.getTime() - day).toISOString();
  const counts = {
    comments: sql`
      (select count(*) from ${comments} where user_id = ${viewer.id} and created_at > ${since}) +
      (select count(*) from ${heldComments} where user_id = ${viewer.id} and created_at > ${since})`,
  };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return commentQuota(config.quotas, isNew, used.comments);
}

/** Counts the viewer's pictures and their bytes, but for one that goes as another takes its place. */
export async function measuredPictures(
  db: Reader,
  viewer: Viewer,
  replaced: string | undefined,
  config: Config,
  now: Date,
) {
  const own = sql`(select distinct media_id as id from ${mediaUploads}
    where owner_id = ${viewer.id} and media_id <> ${replaced ?? ''}) own`;
  const counts = {
    pictures: sql`select count(*) from ${own}`,
    bytes: sql`
      (select sum(octet_length(${media.bytes})) from ${own} join ${media} on ${media.id} = own.id) +
      (select coalesce(sum(octet_length(${mediaWidths.bytes})), 0)
        from ${own} join ${mediaWidths} on ${mediaWidths.mediaId} = own.id)`,
  };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return pictureQuotas(config.quotas, isNew, used);
}

interface GroupOfDates {
  id: number;
  status: string;
}

const comingIn = (groupId: number | SQL, now: string) => sql`
  select count(*) from ${events}
  where group_id = ${groupId} and start_time > ${now} and status <> 'cancelled'`;

/** Only a new account's are counted: all it has created that are still to come. */
const ownComing = (viewer: Viewer, now: Date) => sql`
  case when ${users.createdAt} > ${new Date(now.getTime() - newAccountDays * day).toISOString()} then (
    select count(*) from ${events}
    where created_by_id = ${viewer.id} and start_time > ${now.toISOString()}) end`;

/** Counts the dates to come of a group, and a new account's own. */
export async function measuredDates(
  db: Reader,
  viewer: Viewer,
  group: GroupOfDates,
  config: Config,
  now: Date,
): Promise<{ ofGroup: MeasuredQuota; own: MeasuredQuota | undefined }> {
  const counts = { ofGroup: comingIn(group.id, now.toISOString()), own: ownComing(viewer, now) };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return {
    ofGroup: groupDatesQuota(config.quotas, group.status === 'approved', used.ofGroup),
    own: isNew ? ownDatesQuota(config.quotas, used.own) : undefined,
  };
}

/** Sentences for groups that have nearly as many dates as they can, by the group's id. */
export async function dateNotices(
  db: Reader,
  viewer: Viewer,
  organised: readonly GroupOfDates[],
  config: Config,
  now: Date,
): Promise<Map<number, QuotaNotice>> {
  if (organised.length === 0) return new Map();
  const { isNew, used } = await countsOf(db, viewer, { own: ownComing(viewer, now) }, now);
  const own = isNew ? [ownDatesQuota(config.quotas, used.own)] : [];
  const ids = organised.map(({ id }) => id);
  const { rows } = await db.execute<{ id: number; dates: number }>(sql`
    select organised.id, (${comingIn(sql`organised.id`, now.toISOString())})::int as dates
    from unnest(${sql.param(ids)}::int[]) organised (id)`);
  const dates = new Map(rows.map((row) => [row.id, row.dates]));
  const notices = organised.map(({ id, status }) => {
    const ofGroup = groupDatesQuota(config.quotas, status === 'approved', dates.get(id) ?? 0);
    return [id, quotaNotice([ofGroup, ...own])] as const;
  });
  return new Map(notices.flatMap(([id, notice]) => (notice ? [[id, notice]] : [])));
}

/** Counts the viewer's groups that are not approved: waiting, rejected, or hidden before they ever were. */
export async function measuredUnapprovedGroups(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<MeasuredQuota> {
  const counts = {
    groups: sql`select count(*) from ${groups} where created_by_id = ${viewer.id}
      and status in ('pending_approval', 'rejected', 'hidden') and hidden_from is distinct from 'approved'`,
  };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return unapprovedGroupQuota(config.quotas, isNew, used.groups);
}

/** Says what is left, where it is little, before a form is filled in. */
export async function quotaNotices(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<QuotaNotices> {
  const [groupsLeft, { pictures, bytes }] = await Promise.all([
    measuredUnapprovedGroups(db, viewer, config, now),
    measuredPictures(db, viewer, undefined, config, now),
  ]);
  const unapprovedGroups = quotaNotice([groupsLeft]);
  const ofPictures = quotaNotice([pictures, bytes]);
  return {
    ...(unapprovedGroups && { unapprovedGroups }),
    ...(ofPictures && { pictures: ofPictures }),
  };
}
