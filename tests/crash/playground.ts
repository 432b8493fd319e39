import type { EventCard } from '#contract/events/events.ts';
import type { GroupCard } from '#contract/community/groups.ts';
import { readList, type Send } from './transport.ts';
import { day } from '#contract/platform/durations.ts';

/** The groups and events of the demo content that the clients share. */
export interface Playground {
  groups: { id: number; allEvents: number[] }[];
  events: { id: number; groupId: number }[];
}

const sharedGroups = 5;
const eventsOfEach = 3;

/**
 * Groups that no client runs and anyone may join, all of whose events outlast the run. Their events
 * are for members, so that any reader's list has everybody who is counted.
 */
export async function findPlayground(
  send: Send,
  clientIds: string[],
  adminCookie?: string,
): Promise<Playground> {
  // Only admins read the id of every owner.
  const groups = (await readList<GroupCard>(send, '/api/groups', adminCookie)).filter(
    ({ joinPolicy, createdById }) =>
      joinPolicy === 'open' && createdById !== null && !clientIds.includes(createdById),
  );
  const playground: Playground = { groups: [], events: [] };
  for (const { id: groupId } of groups) {
    const events = await readList<EventCard>(send, `/api/events/group/${groupId}`);
    const isSoon = events.some(({ startTime }) => Date.parse(startTime) < Date.now() + day);
    const isOpen = events.some(({ openTo }) => openTo === 'anyone');
    if (events.length < 2 || isSoon || isOpen) continue;
    const ids = events.map(({ id }) => id);
    playground.groups.push({ id: groupId, allEvents: ids });
    playground.events.push(...ids.slice(0, eventsOfEach).map((id) => ({ id, groupId })));
    if (playground.groups.length === sharedGroups) return playground;
  }
  throw new Error('The demo content has too few groups with events to come');
}
