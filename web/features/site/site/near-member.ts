import type { QueryClient } from '@tanstack/react-query';
import { splitLocation } from '#web/features/base/accounts/location.ts';
import { eventsNear } from '#web/features/events/events/queries.ts';
import { userQuery } from '#web/features/base/sign-in/use-user.ts';

/** Returns the town of a member's location: 'Keswick' for 'Keswick, United Kingdom'. */
export const placeOf = (location: string) => splitLocation(location).city;

/** Loads events near the signed-in member, if their town is known. */
export function eventsNearMember(client: QueryClient) {
  const { location } = client.getQueryData(userQuery().queryKey)?.user ?? {};
  return location ? [eventsNear(placeOf(location))] : [];
}
