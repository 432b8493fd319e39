import type { z } from 'zod';
import type { adminQueue, QueueItem } from '#contract/operations/admin.ts';
import { day } from '#contract/platform/durations.ts';
import { adminQueueLength } from '#contract/platform/limits.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { findComplaints } from '#features/safety/complaints/queries.ts';
import {
  findPendingComments,
  findPendingContacts,
  findPendingMessages,
} from '#features/events/pending-review/queries.ts';
import { findCases } from '#features/safety/reports/queries/cases.ts';
import { findGroups } from './groups.ts';

type Item = Omit<QueueItem, 'overdue'>;

/** Groups, comments and messages have no due time of their own. */
const reviewTime = 2 * day;
const titleLength = 80;

const firstPage = { limit: adminQueueLength, cursor: undefined };

/** Lists the items of all queues, next due first. */
export async function readQueue(
  db: Database,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<z.output<(typeof adminQueue)['response']>> {
  const [groups, comments, messages, contacts, cases, complaints] = await Promise.all([
    findGroups(db, { ...firstPage, status: 'pending_approval' }),
    findPendingComments(db, viewer, firstPage, now),
    findPendingMessages(db, viewer, firstPage, now),
    findPendingContacts(db, viewer, firstPage),
    findCases(db, { ...firstPage, state: 'waiting' }, config),
    findComplaints(db, { ...firstPage, state: 'open' }, now),
  ]);
  const items: Item[] = [
    ...groups.items.map((group) => queueItems('group', group, group.name, group.submittedAt)),
    ...comments.items.map((comment) => queueItems('comment', comment, comment.content)),
    ...messages.items.map((message) => queueItems('message', message, message.subject)),
    ...contacts.items.map((contact) => queueItems('contact', contact, contact.subject)),
    ...cases.items.map(({ id, state, subject, createdAt, dueBy, beginsAt }) => ({
      kind: state === 'appealed' ? ('appeal' as const) : ('report' as const),
      id,
      title: excerpt(subject.title),
      since: createdAt,
      dueBy,
      beginsAt,
    })),
    ...complaints.items.map(({ id, number, createdAt, dueBy }) => ({
      kind: 'complaint' as const,
      id,
      title: number,
      since: createdAt,
      dueBy,
      beginsAt: null,
    })),
  ];
  const inOrder = items.toSorted((one, other) => dueOrSince(one) - dueOrSince(other));
  const isMore = [groups, comments, messages, contacts, cases, complaints].some(({ next }) => next);
  return {
    items: inOrder
      .slice(0, adminQueueLength)
      .map((item) => ({ ...item, overdue: item.dueBy !== null && Date.parse(item.dueBy) <= +now })),
    more: isMore || items.length > adminQueueLength,
  };
}

const queueItems = (
  kind: Item['kind'],
  { id, createdAt }: { id: number; createdAt: string },
  title: string,
  since = createdAt,
): Item => ({ kind, id, title: excerpt(title), since, dueBy: null, beginsAt: null });

/** Comments have up to 2,000 characters; the page of the decision shows them in full. */
const excerpt = (text: string) =>
  text.length > titleLength ? `${text.slice(0, titleLength).trimEnd()}…` : text;

const dueOrSince = ({ dueBy, since }: Item) =>
  dueBy === null ? Date.parse(since) + reviewTime : Date.parse(dueBy);
