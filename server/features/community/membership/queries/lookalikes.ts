import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listLimit } from '#contract/platform/limits.ts';
import type { Reader } from '#platform/db/database.ts';
import { users } from '#features/base/accounts/tables.ts';
import { findLookalike, type NamedPerson } from '#features/trust/moderation/policy.ts';
import { memberships } from '../tables.ts';

const nameColumns = { id: users.id, firstName: users.firstName, lastName: users.lastName };

/**
 * Finds people whose names resemble an admin's, or those of an organiser of their group (pending
 * members included). Returns their ids with the resembled name. Admins never count as lookalikes.
 */
export async function lookalikesAmong(
  db: Reader,
  people: readonly (NamedPerson & { role: 'user' | 'admin' })[],
): Promise<Map<string, string>> {
  const checked = people.filter(({ role }) => role !== 'admin');
  if (checked.length === 0) return new Map();
  const [admins, organisers] = await Promise.all([
    db
      .select(nameColumns)
      .from(users)
      .where(sql`${users.role} = 'admin'`)
      .orderBy(users.id)
      .limit(listLimit),
    findOrganisersOf(
      db,
      checked.map(({ id }) => id),
    ),
  ]);
  const lookalikes = new Map<string, string>();
  for (const person of checked) {
    const theirs = organisers.filter(({ memberId }) => memberId === person.id);
    const name = findLookalike(person, [...admins, ...theirs]);
    if (name) lookalikes.set(person.id, name);
  }
  return lookalikes;
}

/**
 * Selects the organisers of the members' groups: a row for each member, organiser and group. The
 * limit keeps each name a look-up; for many rows, a plain join would read every account.
 */
function findOrganisersOf(db: Reader, memberIds: string[]) {
  const organising = alias(memberships, 'organising');
  const organiser = db
    .select(nameColumns)
    .from(users)
    .where(eq(users.id, organising.userId))
    .limit(1)
    .as('organiser');
  return db
    .select({
      memberId: memberships.userId,
      id: organiser.id,
      firstName: organiser.firstName,
      lastName: organiser.lastName,
    })
    .from(memberships)
    .innerJoin(
      organising,
      and(eq(organising.groupId, memberships.groupId), sql`${organising.isOrganizer}`),
    )
    .crossJoinLateral(organiser)
    .where(and(inArray(memberships.userId, memberIds), ne(organising.userId, memberships.userId)));
}
