import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { audienceTextOf } from '#contract/community/audience-words.ts';
import type { countGroups, Group, GroupCard, listGroups } from '#contract/community/groups.ts';
import { listLimit } from '#contract/platform/limits.ts';
import type { Count } from '#contract/platform/values.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import {
  isLongSearch,
  lettersOfWords,
  runSearch,
  searchSql,
  wordSearch,
  wordValues,
} from '#platform/db/search.ts';
import { boundParam, roundedUp, statement } from '#platform/db/fast/statements.ts';
import { wordPatterns } from '#platform/db/words.ts';
import { countUpTo, CursorId, cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import { centreOf, townsIn } from '#platform/geo/circle.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  countOtherOrganisers,
  memberPseudonym,
  ownMembershipColumns,
} from '#features/community/membership/queries/membership.ts';
import { groupVisible, joinState } from '#features/community/membership/policy.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { publicStatus } from '#features/trust/moderation/policy.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import {
  groupAbilities,
  pickFields,
  readGroupRefusal,
  reviewedOnEdit,
  canSeeEdit,
  unreviewedFields,
  withEdit,
} from '../policy.ts';
import { distanceFrom, inTowns, townByTown } from './near.ts';
import { groupSteps } from '../steps.ts';
import { categories, groups } from '../tables.ts';

/** The group's audience and its safeguarding lead. */
export const safeguardingColumns = {
  audience: groups.audience,
  safeguardingLead: groups.safeguardingLead,
  safeguardingContact: groups.safeguardingContact,
};

/** The reviewed fields, with the values of a waiting edit. */
export const reviewedColumns = {
  name: groups.name,
  description: groups.description,
  categoryId: groups.categoryId,
  groupType: groups.groupType,
  chargeForEvents: groups.chargeForEvents,
  imageUrl: groups.imageUrl,
  joinPolicy: groups.joinPolicy,
  joinQuestion: groups.joinQuestion,
  location: groups.location,
  edit: groups.edit,
  ...safeguardingColumns,
};

const categoryColumns = { id: categories.id, name: categories.name };

const cardColumns = {
  ...reviewedColumns,
  id: groups.id,
  category: categoryColumns,
  status: groups.status,
  hiddenFrom: groups.hiddenFrom,
  createdById: groups.createdById,
  memberCount: groups.memberCount,
  createdAt: groups.createdAt,
  statusReason: groups.statusReason,
  ...pickFields(groups, unreviewedFields),
  revision: groups.revision,
};

/** Selects groups that await approval or have a waiting edit; each half uses its own index. */
export const idsToReview = sql`(select id from groups where status = 'pending_approval'
  union all select id from groups where edit is not null and status = 'approved')`;

/** Selects group cards with the membership of placeholder `viewer`; `viewer` is '' for nobody. */
const selectCards = (db: Reader) =>
  db
    .select({ ...cardColumns, membership: ownMembershipColumns })
    .from(groups)
    .innerJoin(categories, eq(categories.id, groups.categoryId))
    .leftJoin(
      memberships,
      and(eq(memberships.groupId, groups.id), eq(memberships.userId, sql.placeholder('viewer'))),
    );

type CardRow = Awaited<ReturnType<typeof selectCards>>[number] & {
  /** The category that a waiting edit would give it, if any. */
  editedCategory?: GroupCard['category'] | undefined;
};

function toCard(row: CardRow, viewer: Viewer | null): GroupCard {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    categoryId: row.categoryId,
    category: row.category,
    groupType: row.groupType,
    chargeForEvents: row.chargeForEvents,
    imageUrl: row.imageUrl,
    joinPolicy: row.joinPolicy,
    joinQuestion: row.joinQuestion,
    createdById: row.createdById,
    location: row.location,
    memberCount: row.memberCount,
    audience: row.audience,
    ...publicStatus(row),
    ...audienceTextOf(row.audience),
    createdAt: row.createdAt.toISOString(),
    joinState: joinState(viewer, row, row.membership),
    ...(viewer && { membership: row.membership }),
  };
}

function toGroup(row: CardRow, viewer: Viewer | null, otherOrganisers?: number): Group {
  const ofEdit = canSeeEdit(viewer, row, row.membership);
  const edited = ofEdit ? row.editedCategory : undefined;
  const shown = { ...row, ...(ofEdit && withEdit(row)), ...(edited && { category: edited }) };
  const can = groupAbilities(viewer, row, row.membership, otherOrganisers);
  const hasReason = row.status !== 'approved' || (ofEdit && row.statusReason !== null);
  return {
    ...toCard(shown, viewer),
    ...(ofEdit && row.edit && { status: 'pending_approval', editPending: true }),
    ...pickFields(row, unreviewedFields),
    ...(viewer && {
      safeguardingLead: shown.safeguardingLead,
      safeguardingContact: shown.safeguardingContact,
    }),
    ...(hasReason && { statusReason: row.statusReason }),
    ...((can.edit || can.manageMembers) && { revision: row.revision }),
    can,
  };
}

/**
 * Only members and admins get the owner's id: with it, others could find one person in many groups.
 */
const canReadOwnerId = (row: CardRow, viewer: Viewer | null) =>
  viewer !== null &&
  (viewer.role === 'admin' || row.membership !== null || row.createdById === viewer.id);

/** Returns the row as the viewer may read it. */
const rowFor = (row: CardRow, viewer: Viewer | null, signer: Signer): CardRow =>
  row.createdById === null || canReadOwnerId(row, viewer)
    ? row
    : { ...row, createdById: memberPseudonym(row.id, row.createdById, signer) };

type GroupFilter = z.output<(typeof listGroups)['query']>;

const popularCursor = cursorOf(z.tuple([CursorId, CursorId]));
const newCursor = cursorOf(TimeAndId);

type Part = [given: unknown, name: string, condition: SQL];

/** Lists approved groups, with most members first or newest first. */
export async function findGroups(
  db: Database,
  viewer: Viewer | null,
  filter: GroupFilter,
  signer: Signer,
) {
  const { sort } = filter;
  const byPopularity = sort === 'popular';
  const after = (byPopularity ? popularCursor : newCursor).decode(filter.cursor);
  const first = byPopularity ? groups.memberCount : groups.createdAt;
  const afterKey = boundParam('afterKey', byPopularity ? 'int' : 'timestamptz');
  const { shape, ids, isLong, values } = readPage(filter, filter.limit, first, [
    after,
    'a',
    sql`(${first}, ${groups.id}) < (${afterKey}, ${boundParam('afterId', 'int')})`,
  ]);
  const rows = await runSearch(
    db,
    { name: `groups_${sort}_${shape}`, isLong },
    (sqlDb) =>
      selectCards(sqlDb)
        .where(sql`${groups.id} in (${ids()})`)
        .orderBy(desc(first), desc(groups.id)),
    { viewer: viewer?.id ?? '', ...values, afterKey: after?.[0], afterId: after?.[1] },
  );
  const { items, next } = cutPage(rows, filter.limit, (last) =>
    byPopularity
      ? popularCursor.encode([last.memberCount, last.id])
      : newCursor.encode([last.createdAt.getTime(), last.id]),
  );
  const centre = centreOf(filter);
  const cards = items.map((row) => ({
    ...toCard(rowFor(row, viewer, signer), viewer),
    ...(centre && distanceFrom(centre, row.location)),
  }));
  return { items: cards, next };
}

/** Counts approved groups, as far as one page of them can have. */
export async function countFound(db: Database, filter: Conditions): Promise<Count> {
  const { shape, ids, isLong, values } = readPage(filter, listLimit, groups.memberCount);
  const [found] = await runSearch(
    db,
    { name: `groups_count_${shape}`, isLong },
    (sqlDb) => sqlDb.select({ count: sql<number>`count(*)::int` }).from(sql`(${ids()}) found`),
    values,
  );
  return countUpTo(listLimit, found?.count ?? 0);
}

type FirstKey = typeof groups.memberCount | typeof groups.createdAt;
type Conditions = z.output<(typeof countGroups)['query']>;

/**
 * Prepares how the ids of a page are read, in the order of `first`; `shape` names all that their
 * SQL depends on, but for that order.
 */
function readPage(filter: Conditions, limit: number, first: FirstKey, after?: Part) {
  const parts: Part[] = [
    [filter.category, 'c', eq(groups.categoryId, boundParam('category', 'int'))],
    [filter.type, 't', eq(groups.groupType, boundParam('type', 'text'))],
    ...(after ? [after] : []),
  ];
  const within = parts.filter(([value]) => value !== undefined);
  const towns = townsIn(filter);
  const size = roundedUp(limit + 1);
  const words = wordPatterns(filter.q ?? '');
  const letters = within.map(([, letter]) => letter).join('');
  const isSearch = words.length > 0;
  const ids = () => {
    const { match, found } = wordSearch(groups, groups.folded, words);
    const ordered = {
      table: groups,
      key: [first, groups.id],
      descending: true,
      within: and(sql`${groups.status} = 'approved'`, ...within.map(([, , each]) => each)),
      match: and(match, towns && isSearch ? inTowns : undefined),
      found,
      limit: size,
    };
    const page = towns && !isSearch ? townByTown(ordered) : searchSql(ordered);
    return sql`select id from (${page}) page`;
  };
  return {
    shape: `${letters}${towns ? 'n' : ''}${lettersOfWords(words)}_${size}`,
    ids,
    isLong: isLongSearch(words),
    values: {
      ...wordValues('word', words),
      category: filter.category,
      type: filter.type,
      towns,
    },
  };
}

async function cardRow(db: Database, viewer: Viewer | null, id: number) {
  const byId = statement(db, 'group_by_id', (sqlDb) =>
    selectCards(sqlDb).where(eq(groups.id, sql.placeholder('id'))),
  );
  const [row] = await byId.execute({ viewer: viewer?.id ?? '', id });
  return row;
}

/** Returns the group as a visitor sees it, without its owner; undefined if they may not see it. */
export async function publicGroup(db: Database, id: number): Promise<Group | undefined> {
  const row = await cardRow(db, null, id);
  return row && groupVisible(null, row, null)
    ? toGroup({ ...row, createdById: null }, null)
    : undefined;
}

/**
 * Returns the group with the viewer's abilities.
 * @throws Refusal `not_found`; `forbidden` or `sign_in_required` if the group is not public
 */
export async function readGroup(
  db: Database,
  viewer: Viewer | null,
  id: number,
  config: Config,
  signer: Signer,
): Promise<Group> {
  const row = await cardRow(db, viewer, id);
  if (!row) throw notFound('Group');
  demand(readGroupRefusal(viewer, row, row.membership));
  const others =
    viewer && row.membership?.isOrganizer
      ? await countOtherOrganisers(db, id, viewer.id)
      : undefined;
  const shown = await withEditedCategory(db, rowFor(row, viewer, signer));
  const group = toGroup(shown, viewer, others);
  if (!viewer || !group.can.edit) return group;
  return { ...group, reviewedOnEdit: reviewedOnEdit(viewer, row, await settingsNow(db, config)) };
}

/** Adds the category that a waiting edit would give the group. */
async function withEditedCategory<Row extends CardRow>(db: Reader, row: Row): Promise<Row> {
  const id = row.edit?.categoryId;
  if (!id) return row;
  const [editedCategory] = await db
    .select(categoryColumns)
    .from(categories)
    .where(eq(categories.id, id));
  return { ...row, editedCategory };
}

const joinedCursor = cursorOf(TimeAndId);

/** Lists the viewer's groups of any status, latest joined first. */
export async function groupsOf(
  db: Database,
  viewer: Viewer,
  paging: { limit: number; cursor?: string | undefined },
  config: Config,
  now: Date,
) {
  const after = joinedCursor.decode(paging.cursor);
  const found = await db
    .select({ ...cardColumns, membership: ownMembershipColumns, joinedAt: memberships.createdAt })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .innerJoin(categories, eq(categories.id, groups.categoryId))
    .where(
      and(
        eq(memberships.userId, viewer.id),
        sql`(${groups.status} <> 'hidden' or ${groups.createdById} = ${viewer.id})`,
        after && sql`(${memberships.createdAt}, ${groups.id}) < (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(desc(memberships.createdAt), desc(groups.id))
    .limit(paging.limit + 1);
  const { items, next } = cutPage(found, paging.limit, (last) =>
    joinedCursor.encode([last.joinedAt.getTime(), last.id]),
  );
  const rows = await Promise.all(
    items.map(({ joinedAt: _, ...row }) => withEditedCategory(db, row)),
  );
  const own = rows.map((row) => toGroup(row, viewer));
  const organised = rows.filter(({ membership }) => membership.isOrganizer);
  const notices = await groupSteps.read().dateNotices(db, viewer, organised, config, now);
  const noted = own.map((group) => ({
    ...group,
    ...(notices.has(group.id) && { quota: notices.get(group.id) }),
  }));
  return { items: noted, next };
}

/** Returns the facts about a group that emails contain. */
export async function groupOutline(db: Reader, id: number) {
  const [group] = await db
    .select({
      name: groups.name,
      status: groups.status,
      audience: groups.audience,
      createdById: groups.createdById,
    })
    .from(groups)
    .where(eq(groups.id, id));
  return group;
}

/**
 * Locks the group until the transaction ends. Writers of a group or its memberships take this lock
 * first.
 * @throws Refusal `not_found`
 */
export async function lockGroup(tx: Transaction, id: number) {
  const [group] = await tx.select().from(groups).where(eq(groups.id, id)).for('no key update');
  if (!group) throw notFound('Group');
  return group;
}

export type LockedGroup = Awaited<ReturnType<typeof lockGroup>>;
