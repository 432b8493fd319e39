import { and, desc, eq, ne, sql, inArray, or } from 'drizzle-orm';
import { z } from 'zod';
import type { HiddenGroup, Member, Membership } from '#contract/community/membership.ts';
import { UserId } from '#contract/platform/values.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { seesEverybody } from '#features/trust/blocks/policy.ts';
import { isNotBlocked } from '#features/trust/blocks/queries.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { groups } from '#features/community/groups/tables.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { cursorOf, CursorTime, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import { namelessPage } from '#platform/http/nameless-page.ts';
import { demand, notFound, type Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { manageMembersRefusal, memberAbilities, type GroupFacts } from '../policy.ts';
import { memberships } from '../tables.ts';
import { alias } from 'drizzle-orm/pg-core';

/** The columns of a `Membership`; all null if an outer join found none. */
export const membershipColumns = {
  status: memberships.status,
  isOrganizer: memberships.isOrganizer,
};

/** The columns of an `OwnMembership`. */
export const ownMembershipColumns = { ...membershipColumns, muted: memberships.muted };

export const isMember = (groupId: number, userId: string) =>
  and(eq(memberships.groupId, groupId), eq(memberships.userId, userId));

export const organises = (groupId: number) =>
  sql`${memberships.groupId} = ${groupId} and ${memberships.isOrganizer}`;

/** The facts that decide the viewer's abilities in a group. */
export async function groupAndMembership(db: Reader, viewer: Viewer | null, groupId: number) {
  const facts = statement(db, 'group_and_membership', (sqlDb) =>
    sqlDb
      .select({
        group: { status: groups.status, createdById: groups.createdById },
        membership: membershipColumns,
      })
      .from(groups)
      .leftJoin(
        memberships,
        and(eq(memberships.groupId, groups.id), eq(memberships.userId, sql.placeholder('viewer'))),
      )
      .where(eq(groups.id, sql.placeholder('group'))),
  );
  const [found] = await facts.execute({ group: groupId, viewer: viewer?.id ?? '' });
  return found;
}

/**
 * Returns the same facts if the rule allows it.
 * @throws Refusal `not_found`, and what the rule refuses with
 */
export async function requireGroup<V extends Viewer | null>(
  db: Reader,
  viewer: V,
  groupId: number,
  refusalOf: (viewer: V, group: GroupFacts, membership: Membership | null) => Refusal | null,
) {
  const found = await groupAndMembership(db, viewer, groupId);
  if (!found) throw notFound('Group');
  demand(refusalOf(viewer, found.group, found.membership));
  return found;
}

/** @throws Refusal `not_found`, `forbidden` for all but organisers and admins */
export const requireManager = (db: Reader, viewer: Viewer, groupId: number) =>
  requireGroup(db, viewer, groupId, manageMembersRefusal);

/** Locks and returns the viewer's own membership. */
export async function lockMembership(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
): Promise<Membership | null> {
  const [membership] = await tx
    .select(membershipColumns)
    .from(memberships)
    .where(isMember(groupId, viewer.id))
    .for('share');
  return membership ?? null;
}

export async function countOtherOrganisers(
  db: Reader,
  groupId: number,
  userId: string,
): Promise<number> {
  return db.$count(memberships, and(organises(groupId), ne(memberships.userId, userId)));
}

const memberKey = z.tuple([z.boolean(), CursorTime, UserId]);
const memberCursor = cursorOf(memberKey);

type KeyFacts = Pick<Membership, 'isOrganizer'> & { createdAt: Date; userId: string };
const keyOf = ({ isOrganizer, createdAt, userId }: KeyFacts): z.input<typeof memberKey> => [
  !isOrganizer,
  createdAt.getTime(),
  userId,
];

/** Orders organisers first, then by how long they have been members; uses an index. */
const notOrganizer = sql`(not ${memberships.isOrganizer})`;
const listPosition = sql`(${notOrganizer}, ${memberships.createdAt}, ${memberships.userId})`;

const roleConditions = {
  all: undefined,
  own: eq(memberships.userId, sql.placeholder('viewer')),
  after: sql`${listPosition} > (${sql.placeholder('afterOrganizer')}::boolean, ${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterUser')}::text)`,
};

/** Organisers and members of a group see each other even if one has blocked the other. */
const isNotBlockedInGroup = or(memberships.isOrganizer, isNotBlocked(memberships.userId));

/** Which members of a group the viewer sees, and how much of them. */
type Shown = 'nameless' | 'named' | 'managed';

const selectMembers = (db: Reader, part: keyof typeof roleConditions, shown: Shown) =>
  statement(db, `members_${part}_${shown}`, (sqlDb) =>
    sqlDb
      .select({
        userId: memberships.userId,
        ...membershipColumns,
        createdAt: memberships.createdAt,
        ...(shown === 'nameless' ? {} : publicColumns),
        ...(shown === 'managed' && { answer: memberships.answer }),
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(
        and(
          eq(memberships.groupId, boundParam('group', 'int')),
          eq(memberships.status, boundParam('status', 'text')),
          roleConditions[part],
          shown === 'named' ? isNotBlockedInGroup : undefined,
        ),
      )
      .orderBy(notOrganizer, memberships.createdAt, memberships.userId)
      .limit(sql.placeholder('limit')),
  );

type MemberRow = Omit<Member, 'answer'> & { createdAt: Date; answer?: string | null };

interface Paging {
  limit: number;
  cursor?: string | undefined;
}

/** Returns a pseudonym within one group, so visitors can tell its members apart. */
export const memberPseudonym = (groupId: number, userId: string, signer: Signer) =>
  signer.pseudonym(`member of group ${groupId}`, userId);

/**
 * Lists the approved members as visitors see them: organisers first, under this group's pseudonyms.
 */
async function namelessMembers(db: Reader, groupId: number, paging: Paging, signer: Signer) {
  const { items, next } = await namelessPage(
    {
      name: `members of group ${groupId}`,
      key: memberKey,
      keyOf,
      read: (after, limit) =>
        selectMembers(db, after ? 'after' : 'all', 'nameless').execute({
          group: groupId,
          status: 'approved',
          ...afterKey(after),
          limit,
        }),
      toItem: ({ userId, status, isOrganizer }): Member => ({
        userId: memberPseudonym(groupId, userId, signer),
        status,
        isOrganizer,
      }),
      orderOf: ({ userId, isOrganizer }) => `${isOrganizer ? 0 : 1}${userId}`,
      limit: paging.limit,
      cursor: paging.cursor,
    },
    signer,
  );
  return { approved: items, pending: [], next };
}

const afterKey = (after: z.output<typeof memberKey> | undefined) => ({
  afterOrganizer: after?.[0],
  afterTime: after?.[1],
  afterUser: after?.[2],
});

/**
 * Lists members and requests to join; `own` is the viewer's membership. Only signed-in viewers get
 * names. Organisers and admins see every request; other viewers only their own.
 */
export async function membersOf(
  db: Reader,
  viewer: Viewer | null,
  groupId: number,
  { group, membership }: { group: GroupFacts; membership: Membership | null },
  paging: Paging,
  signer: Signer,
) {
  if (!viewer) return namelessMembers(db, groupId, paging, signer);
  const after = memberCursor.decode(paging.cursor);
  const manager = manageMembersRefusal(viewer, group, membership) === null ? viewer : undefined;
  const read = (status: Membership['status'], part: keyof typeof roleConditions) =>
    selectMembers(db, part, manager ? 'managed' : 'named').execute({
      group: groupId,
      status,
      viewer: viewer.id,
      ...afterKey(after),
      limit: paging.limit + 1,
    });
  const [rows, waiting, organisers] = await Promise.all([
    read('approved', after ? 'after' : 'all'),
    after ? [] : read('pending', manager ? 'all' : 'own'),
    manager ? db.$count(memberships, organises(groupId)) : 0,
  ]);
  const { items, next } = cutPage(rows, paging.limit, (last) => memberCursor.encode(keyOf(last)));
  const toMember = ({ createdAt, answer, ...row }: MemberRow): Member => {
    const isPending = row.status === 'pending';
    const member = {
      ...row,
      ...(isPending && { requestedAt: createdAt.toISOString() }),
      ...(answer && { answer }),
    };
    if (!manager) return member;
    const facts = { userId: member.userId, membership: member };
    const others = member.isOrganizer ? organisers - 1 : organisers;
    return { ...member, can: memberAbilities(manager, group, membership, facts, others) };
  };
  return { approved: items.map(toMember), pending: waiting.map(toMember), next };
}

/** Locks and returns one member of a group. */
export async function lockMember(tx: Transaction, groupId: number, userId: string) {
  const [membership] = await tx
    .select(membershipColumns)
    .from(memberships)
    .where(isMember(groupId, userId))
    .for('update');
  return membership;
}

export async function organisersOf(tx: Transaction, groupId: number): Promise<string[]> {
  const rows = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(organises(groupId))
    .orderBy(memberships.createdAt, memberships.userId);
  return rows.map(({ userId }) => userId);
}

/** Returns one member of a group with what others may see of them. */
export async function memberProfile(db: Reader, groupId: number, userId: string) {
  const [member] = await db
    .select({ ...membershipColumns, ...publicColumns })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMember(groupId, userId));
  return member;
}

/** Counts the organisers of a group who can sign in. */
export const activeOrganisers = (tx: Transaction, groupId: number): Promise<number> =>
  tx.$count(
    memberships,
    sql`${organises(groupId)} and exists (select from ${users} where id = user_id and is_active)`,
  );

/**
 * Lists public profiles of people who share a group with the viewer, at most 100; `ids` narrows.
 * Only those who decide a join request, and the requester, see it.
 */
export function acquaintancesOf(db: Reader, viewer: Viewer, ids: string[] | undefined) {
  const own = alias(memberships, 'own');
  const shared = db
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(own, eq(own.groupId, memberships.groupId))
    .where(
      and(
        eq(own.userId, viewer.id),
        viewer.role === 'admin'
          ? undefined
          : or(
              eq(memberships.status, 'approved'),
              eq(own.isOrganizer, true),
              eq(memberships.userId, viewer.id),
            ),
        seesEverybody(viewer)
          ? undefined
          : or(
              own.isOrganizer,
              memberships.isOrganizer,
              isNotBlocked(memberships.userId, sql`${viewer.id}::text`),
            ),
      ),
    );
  return db
    .select({ id: users.id, ...publicColumns })
    .from(users)
    .where(and(inArray(users.id, shared), ids && inArray(users.id, ids)))
    .orderBy(users.firstName, users.id)
    .limit(100);
}

const joinedLast = cursorOf(TimeAndId);

/**
 * Lists the viewer's groups that are hidden from them, latest joined first, with the time of hiding
 * and no text.
 */
export async function hiddenGroupsOf(
  db: Reader,
  viewer: Viewer,
  paging: { limit: number; cursor?: string | undefined },
) {
  const after = joinedLast.decode(paging.cursor);
  const rows = await db
    .select({ id: groups.id, since: memberships.createdAt })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(
      and(
        eq(memberships.userId, viewer.id),
        eq(groups.status, 'hidden'),
        sql`${groups.createdById} is distinct from ${viewer.id}`,
        after && sql`(${memberships.createdAt}, ${groups.id}) < (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(desc(memberships.createdAt), desc(groups.id))
    .limit(paging.limit + 1);
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    joinedLast.encode([last.since.getTime(), last.id]),
  );
  return {
    items: items.map(({ id, since }): HiddenGroup => ({ id, since: since.toISOString() })),
    next,
  };
}
