import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Group, GroupCard } from '#contract/community/groups.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { knownFromLists } from '#web/platform/data/known.ts';
import { cachedGroups } from './cached-groups.ts';
import { groupQuery } from './queries.ts';

/** A group; at once as far as a list has shown it, while the rest comes. */
export function useGroup(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...groupQuery(id),
    placeholderData: () => inPart(knownFromLists(client, cachedGroups, Number(id))),
  });
}

const none: Group['can'] = {
  join: false,
  leave: false,
  createEvent: false,
  edit: false,
  submit: false,
  review: false,
  manageMembers: false,
  handOver: false,
  message: false,
  contact: false,
};

const inPart = (group: Group | GroupCard | undefined): Group | undefined =>
  group && { can: none, contactEnabled: true, attendeeNames: 'signed_in', ...group };

/** A group that the viewer may not see is none for them; any other failure says nothing of whether there is one. */
export const isNoGroup = (error: unknown): boolean =>
  [401, 403, 404].includes(failureOf(error).status ?? 0);
