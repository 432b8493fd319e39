import type { Viewer } from '#platform/viewer.ts';
import { questionMailRefusal, questionRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { canPurge } from '#features/trust/moderation/policy.ts';
import {
  createEventRefusal,
  messageRefusal,
  writeRefusal,
} from '#features/community/groups/policy.ts';
import {
  canSeeNames,
  searchAttendeesRefusal,
  manageWaitlistRefusal,
} from '#features/events/attendance/policy/attendees.ts';
import { commentRefusal } from './comment.ts';
import {
  deleteEventRefusal,
  editEventRefusal,
  restorableUntil,
  restoreEventRefusal,
  type EventFacts,
} from './event.ts';
import { attendRefusal, type AttendanceState } from '#features/events/attendance/policy/places.ts';
import {
  guestMailRefusal,
  guestRequestRefusal,
  rsvpRefusal,
  rsvpState,
} from '#features/events/attendance/policy/rsvp.ts';
import { joinWaitlistRefusal } from '#features/events/attendance/policy/waitlist.ts';

/** The other facts that decide abilities: attendance, the event's creator, and the site. */
interface AbilityContext {
  attendance: AttendanceState;
  creator: Pick<Viewer, 'id' | 'role'> | null;
  /** Whether the site takes guests without an account. */
  takesGuests: boolean;
  /** Whether anybody has answered for the event or written under it; true unless it is known. */
  isAnswered?: boolean;
  /** Whether the site sends emails. */
  sendsMail: boolean;
  /** Whether the group's organisers take messages. */
  contactEnabled: boolean;
}

/** The viewer's abilities. Each uses the rule that the call itself enforces. */
export function eventAbilities(
  viewer: Viewer | null,
  event: EventFacts,
  context: AbilityContext,
  now: Date,
) {
  const { attendance, creator, takesGuests, sendsMail, isAnswered = true } = context;
  const { own } = attendance;
  const mayCome = viewer !== null && rsvpRefusal(viewer, event, now, own) === null;
  /** The largest party: if one person still fits, a larger party may have to wait. */
  const most = own ?? { companions: event.guestsAllowed };
  return {
    rsvp: mayCome && attendRefusal(event, attendance, own ?? { companions: 0 }, now) === null,
    waitlist: mayCome && joinWaitlistRefusal(event, attendance, most, now) === null,
    manageWaitlist: manageWaitlistRefusal(viewer, event) === null,
    comment: viewer !== null && commentRefusal(viewer, event) === null,
    edit: viewer !== null && editEventRefusal(viewer, event, now) === null,
    delete: viewer !== null && deleteEventRefusal(viewer, event, isAnswered, now) === null,
    restore: canRestore(viewer, event, now),
    copy: createEventRefusal(event.membership) === null,
    guestRsvp:
      event.membership?.status !== 'approved' &&
      (guestMailRefusal(takesGuests) ?? guestRequestRefusal(event, now)) === null,
    ask:
      viewer === null &&
      (questionMailRefusal(sendsMail) ?? questionRefusal(event, context, now)) === null,
    message:
      viewer !== null &&
      (messageRefusal(viewer, event.group, event.membership) ??
        writeRefusal(event.group, event)) === null,
    seeNames: canSeeNames(viewer, event),
    searchAttendees: searchAttendeesRefusal(viewer, event) === null,
    ...(canPurge(viewer, creator) && { cleanUp: true as const }),
  };
}

const canRestore = (viewer: Viewer | null, event: EventFacts, now: Date): boolean =>
  viewer !== null &&
  event.status === 'cancelled' &&
  restoreEventRefusal(viewer, event, now) === null;

/** The viewer's fields of an event's answer; only admins see `creator`. */
export const viewerState = (
  viewer: Viewer | null,
  event: EventFacts,
  context: AbilityContext,
  now: Date,
) => ({
  rsvpState: rsvpState(viewer, event, context.attendance, now),
  ...(canRestore(viewer, event, now) && {
    restoreUntil: restorableUntil(event)?.toISOString(),
  }),
  can: eventAbilities(viewer, event, context, now),
});
