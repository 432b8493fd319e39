import { and, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { listMembers, Member, Membership } from '#contract/community/membership.ts';
import { UserId } from '#contract/platform/values.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { isNotBlocked } from '#features/trust/blocks/queries.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { cursorOf, CursorTime, cutPage } from '#platform/http/cursor.ts';
import { namelessPage } from '#platform/http/nameless-page.ts';
import type { Viewer } from '#platform/viewer.ts';
import { manageMembersRefusal, memberAbilities, type GroupFacts } from '../policy.ts';
import { memberships } from '../tables.ts';
import { membersByLastCame } from './last-came.ts';
import { managedColumns, managedMembers, notOrganizer } from './managed.ts';
import { memberPseudonym, membershipColumns, organises } from './membership.ts';

const memberKey = z.tuple([z.boolean(), CursorTime, UserId]);
const memberCursor = cursorOf(memberKey);

type KeyFacts = Pick<Membership, 'isOrganizer'> & { createdAt: Date; userId: string };
const keyOf = ({ isOrganizer, createdAt, userId }: KeyFacts): z.input<typeof memberKey> => [
  !isOrganizer,
  createdAt.getTime(),
  userId,
];

const listPosition = sql`(${notOrganizer}, ${memberships.createdAt}, ${memberships.userId})`;

const roleConditions = {
  all: undefined,
  own: eq(memberships.userId, sql.placeholder('viewer')),
  after: sql`${listPosition} > (${sql.placeholder('afterOrganizer')}::boolean, ${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterUser')}::text)`,
};

/** Organisers and members of a group see each other even if one has blocked the other. */
const isNotBlockedInGroup = or(memberships.isOrganizer, isNotBlocked(memberships.userId));

/** Which members of a group the viewer sees, and how much of them. */
type MemberDetail = 'nameless' | 'named' | 'managed';

const columnsOf = {
  nameless: {},
  named: publicColumns,
  managed: managedColumns,
};

const selectMembers = (db: Reader, part: keyof typeof roleConditions, shown: MemberDetail) =>
  statement(db, `members_${part}_${shown}`, (sqlDb) =>
    sqlDb
      .select({
        userId: memberships.userId,
        ...membershipColumns,
        createdAt: memberships.createdAt,
        ...columnsOf[shown],
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

type Paging = z.output<(typeof listMembers)['query']>;

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

interface GroupOfList {
  id: number;
  group: GroupFacts;
  /** The viewer's own membership. */
  membership: Membership | null;
}

/**
 * Lists members and requests to join. Only signed-in viewers get names. Organisers and admins see
 * every request, and may search and sort members; other viewers see only their own request.
 */
export async function membersOf(
  db: Reader,
  viewer: Viewer | null,
  found: GroupOfList,
  paging: Paging,
  signer: Signer,
  now: Date,
) {
  if (!viewer) return namelessMembers(db, found.id, paging, signer);
  return manageMembersRefusal(viewer, found.group, found.membership)
    ? namedMembers(db, viewer, found.id, paging)
    : membersForManager(db, viewer, found, paging, now);
}

async function namedMembers(db: Reader, viewer: Viewer, groupId: number, paging: Paging) {
  const after = memberCursor.decode(paging.cursor);
  const read = (status: Membership['status'], part: keyof typeof roleConditions) =>
    selectMembers(db, part, 'named').execute({
      group: groupId,
      status,
      viewer: viewer.id,
      ...afterKey(after),
      limit: paging.limit + 1,
    });
  const [rows, waiting] = await Promise.all([
    read('approved', after ? 'after' : 'all'),
    after ? [] : read('pending', 'own'),
  ]);
  const { items, next } = cutPage(rows, paging.limit, (last) => memberCursor.encode(keyOf(last)));
  return { approved: items.map(toMember), pending: waiting.map(toMember), next };
}

async function membersForManager(
  db: Reader,
  viewer: Viewer,
  { id: groupId, group, membership }: GroupOfList,
  paging: Paging,
  now: Date,
) {
  const { sort = 'role' } = paging;
  const waitingRows = selectMembers(db, 'all', 'managed');
  const [{ items, next }, waiting, organisers] = await Promise.all([
    sort === 'came'
      ? membersByLastCame(db, groupId, paging, now)
      : managedMembers(db, groupId, { ...paging, sort }, now),
    paging.cursor
      ? []
      : waitingRows.execute({ group: groupId, status: 'pending', limit: paging.limit + 1 }),
    db.$count(memberships, organises(groupId)),
  ]);
  const managed = (row: MemberRow): Member => {
    const member = toMember(row);
    const facts = { userId: member.userId, membership: member };
    const others = member.isOrganizer ? organisers - 1 : organisers;
    return {
      ...member,
      ...(member.status === 'approved' && { joinedAt: row.createdAt.toISOString() }),
      can: memberAbilities(viewer, group, membership, facts, others),
    };
  };
  return { approved: items.map(managed), pending: waiting.map(managed), next };
}

type MemberRow = Omit<Member, 'answer' | 'lastInitial'> & {
  createdAt: Date;
  answer?: string | null;
  lastInitial?: string | null;
};

const toMember = ({ createdAt, answer, lastInitial, ...row }: MemberRow): Member => ({
  ...row,
  ...(row.status === 'pending' && { requestedAt: createdAt.toISOString() }),
  ...(answer && { answer }),
  ...(lastInitial && { lastInitial }),
});
