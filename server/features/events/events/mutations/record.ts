import { recordAsAdmin, type Action, type Changes } from '#features/base/audit/mutations.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { EventFacts } from '../policy/event.ts';

/** Records what an admin did to an event; its organisers have a right of their own. */
export async function recordOnEvent<A extends Action>(
  tx: Transaction,
  viewer: Viewer,
  { id, membership }: Pick<EventFacts, 'id' | 'membership'>,
  action: A,
  change: Changes[A],
  now: Date,
): Promise<void> {
  if (!membership?.isOrganizer) await recordAsAdmin(tx, viewer, action, id, change, now);
}
