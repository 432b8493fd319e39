import type { Viewer } from '../../../platform/viewer.ts';
import type { EventFacts } from './event.ts';

type Names = Pick<EventFacts, 'attendeeNames' | 'membership'>;

/** Who reads the names of those who come; whoever looks after the event always does. */
export function seesNames(viewer: Viewer | null, { attendeeNames, membership }: Names): boolean {
  if (!viewer) return false;
  if (viewer.role === 'admin' || membership?.isOrganizer) return true;
  if (attendeeNames === 'members') return membership?.status === 'approved';
  return attendeeNames === 'signed_in';
}

/**
 * Whether the others who come are told of at all. Where their names are kept from some who are signed in, so is who they
 * are: by an id a name is found elsewhere. To visitors everybody is nameless everywhere.
 */
export const seesAttendees = (viewer: Viewer | null, event: Names): boolean =>
  event.attendeeNames === 'signed_in' || seesNames(viewer, event);
