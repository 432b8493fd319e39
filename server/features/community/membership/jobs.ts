import { and, inArray, isNotNull, lte, notInArray, sql } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import { joinAnswerDays } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { inBatches } from '#platform/jobs/items.ts';
import { memberships } from './tables.ts';

const batchSize = 500;

/**
 * Deletes the answers to groups' questions 30 days after the request was approved.
 * @returns how many
 */
export const forgetJoinAnswers = (db: Database, now: Date): Promise<number> => {
  const isOver = and(
    isNotNull(memberships.answer),
    lte(memberships.approvedAt, new Date(now.getTime() - joinAnswerDays * day)),
  );
  return inBatches<number>({
    atOnce: batchSize,
    next: async (failed) => {
      const rows = await db
        .selectDistinct({ groupId: memberships.groupId })
        .from(memberships)
        .where(and(isOver, notInArray(memberships.groupId, failed)))
        .limit(batchSize);
      return rows.map(({ groupId }) => groupId);
    },
    handle: async (groupIds) => {
      // Waits for no row that somebody who leaves has locked.
      const rows = db
        .select({ groupId: memberships.groupId, userId: memberships.userId })
        .from(memberships)
        .where(and(inArray(memberships.groupId, groupIds), isOver))
        .for('update', { skipLocked: true });
      const { rowCount } = await db
        .update(memberships)
        .set({ answer: null })
        .where(sql`(${memberships.groupId}, ${memberships.userId}) in ${rows}`);
      return rowCount ?? 0;
    },
  });
};
