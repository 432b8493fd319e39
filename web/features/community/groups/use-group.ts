import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Group, GroupCard } from '#contract/community/groups.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { knownFromLists } from '#web/platform/data/known.ts';
import { cachedGroups, groupQuery } from './queries.ts';

/** Reads a group. Fields that a list has loaded already show at once. */
export function useGroup(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...groupQuery(id),
    placeholderData: () => asPlaceholder(knownFromLists(client, cachedGroups, Number(id))),
  });
}

const noAbilities: Group['can'] = {
  join: false,
  leave: false,
  createEvent: false,
  edit: false,
  letOrganisersEdit: false,
  submit: false,
  review: false,
  manageMembers: false,
  handOver: false,
  message: false,
  contact: false,
};

const asPlaceholder = (group: Group | GroupCard | undefined): Group | undefined =>
  group && {
    can: noAbilities,
    contactEnabled: true,
    attendeeNames: 'signed_in',
    defaultOpenTo: 'members',
    defaultPlacePublic: false,
    asksEverybody: false,
    recordsAttendance: true,
    organisersEdit: false,
    ...group,
  };

/**
 * Returns whether the error means that the viewer can't see the group, or that it doesn't exist.
 */
export const isNoGroup = (error: unknown): boolean =>
  [401, 403, 404].includes(failureOf(error).status ?? 0);
