import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { listLimit } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import type { HiddenItem } from '#contract/safety/hidden.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { heldComments } from '#features/events/comments/tables.ts';
import { appealRefusal } from '../policy.ts';
import { reportCases, reportDecisions } from '../tables.ts';

/** A member's id is not a number. */
const subjectNumber = sql`case when ${reportCases.subjectType} <> 'user' then ${reportCases.subjectId}::integer end`;

const isA = (type: 'event' | 'group' | 'comment') => eq(reportCases.subjectType, type);

/** Lists the viewer's content that is still hidden by admins, with the reason they got. */
export async function hiddenOf(db: Reader, viewer: Viewer): Promise<HiddenItem[]> {
  const last = db
    .select({ reason: reportDecisions.reason, decidedAt: reportDecisions.decidedAt })
    .from(reportDecisions)
    .where(eq(reportDecisions.caseId, reportCases.id))
    .orderBy(desc(reportDecisions.id))
    .limit(1)
    .as('last');
  const rows = await db
    .select({
      found: reportCases,
      reason: last.reason,
      decidedAt: last.decidedAt,
      commentedOn: heldComments.eventId,
    })
    .from(reportCases)
    .crossJoinLateral(last)
    .leftJoin(
      events,
      and(isA('event'), eq(events.id, subjectNumber), sql`${events.status} = 'hidden'`),
    )
    .leftJoin(
      groups,
      and(isA('group'), eq(groups.id, subjectNumber), sql`${groups.status} = 'hidden'`),
    )
    .leftJoin(
      heldComments,
      and(isA('comment'), eq(heldComments.id, subjectNumber), isNotNull(heldComments.hiddenAt)),
    )
    .where(
      and(
        eq(reportCases.authorId, viewer.id),
        inArray(reportCases.decision, ['hide', 'police']),
        sql`coalesce(${events.id}, ${groups.id}, ${heldComments.id}) is not null`,
      ),
    )
    .orderBy(desc(reportCases.id))
    .limit(listLimit);
  return rows.flatMap(({ found, reason, decidedAt, commentedOn }) => {
    const { subjectType: type, title, reference, state } = found;
    if (type === 'user') return [];
    const id = Number(found.subjectId);
    const pages = {
      event: paths.event(id),
      group: paths.group(id),
      comment: `${paths.event(commentedOn ?? 0)}#comments`,
    };
    return [
      {
        subject: { type, id, title },
        path: pages[type],
        reference,
        reason,
        decidedAt: decidedAt.toISOString(),
        can: { appeal: appealRefusal(state) === null },
      },
    ];
  });
}
