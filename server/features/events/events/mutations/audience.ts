import { eq } from 'drizzle-orm';
import type { Audience, OpenTo } from '#contract/community/audience.ts';
import { audienceRefusal, type Safeguarding } from '#features/community/groups/policy.ts';
import { safeguardingColumns } from '#features/community/groups/queries/groups.ts';
import { groups } from '#features/community/groups/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import { defaultOpenTo, openToRefusal } from '../policy/open-to.ts';

/**
 * Returns an event's audience: its own or its group's.
 * @throws Refusal `invalid`
 */
export function audienceIn(sent: Audience | undefined, group: Safeguarding): Audience {
  const audience = sent ?? group.audience;
  demand(audienceRefusal(audience, group));
  return audience;
}

/**
 * Returns who may come to a new event: its own choice or its group's default.
 * @throws Refusal `invalid`
 */
export function openToIn(
  sent: OpenTo | undefined,
  audience: Audience,
  group: Safeguarding & { defaultOpenTo: OpenTo },
): OpenTo {
  const openTo = sent ?? defaultOpenTo(audience, group);
  demand(openToRefusal({ openTo, audience }, group));
  return openTo;
}

/**
 * @throws Refusal `invalid` for an audience that conflicts with that of its group, which is locked
 */
export async function requireAudience(
  tx: Transaction,
  groupId: number,
  audience: Audience,
): Promise<void> {
  const [group] = await tx.select(safeguardingColumns).from(groups).where(eq(groups.id, groupId));
  if (group) demand(audienceRefusal(audience, group));
}

/**
 * @throws Refusal `invalid` for events open to anyone that are for under 18s, or whose group, which
 * is locked, is
 */
export async function requireOpenTo(
  tx: Transaction,
  groupId: number,
  changed: readonly { openTo: OpenTo; audience: Audience }[],
): Promise<void> {
  if (changed.every(({ openTo }) => openTo === 'members')) return;
  const [group] = await tx.select(safeguardingColumns).from(groups).where(eq(groups.id, groupId));
  if (group) for (const event of changed) demand(openToRefusal(event, group));
}
