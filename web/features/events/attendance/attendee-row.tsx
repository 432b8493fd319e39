import type { Event } from '#contract/events/events.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { People } from '#web/features/events/household/people.tsx';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { withGuests } from './party.ts';

const AddedMenu = lazyPart(() => import('./added-menu.tsx'));
const GuestMenu = lazyPart(() => import('./guest-menu.tsx'));

interface AttendeeRowProps {
  event: Event;
  person: Attendee;
}

/** One attendee. Organisers also see people without an account, and those added by hand. */
export function AttendeeRow({ event, person }: AttendeeRowProps) {
  const { userId, firstName = 'Somebody', profileImageUrl, guests = 0, kind, id, note } = person;
  const about = aboutOf(person);
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar name={firstName} imageUrl={profileImageUrl} seed={String(id ?? userId)} />
      <div className="min-w-0 grow">
        {userId === null ? (
          <p dir="auto" className="font-semibold wrap-anywhere">
            {firstName}
          </p>
        ) : (
          <MemberName
            person={{ userId, firstName, profileImageUrl }}
            className="min-h-11 font-semibold wrap-anywhere"
          />
        )}
        {about && <p className="text-sm text-muted">{about}</p>}
        {/* The name above is the member's. */}
        {person.who && <People who={person.self ? person.who.slice(1) : person.who} />}
        {note && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {note}
          </p>
        )}
      </div>
      {userId !== null && guests > 0 && (
        <span className="shrink-0 text-muted">
          <span aria-hidden="true">+{guests}</span>
          <span className="sr-only">with {guests === 1 ? '1 other' : `${guests} others`}</span>
        </span>
      )}
      {kind === 'guest' && <GuestMenu event={event} person={person} />}
      {kind === 'added' && <AddedMenu event={event} person={person} />}
    </li>
  );
}

/** 'Children only, first time here', 'with 2 guests, no account', or '4 people, added by Sam'. */
function aboutOf({
  kind,
  guests = 0,
  people = 1,
  addedBy,
  firstTime,
  self,
}: Attendee): string | undefined {
  if (self === false) return firstTime ? 'Children only, first time here' : 'Children only';
  if (firstTime) return 'First time here';
  if (kind === 'guest') return `${guests > 0 ? `${withGuests(guests)}, ` : ''}no account`;
  if (kind !== 'added') return undefined;
  const by = addedBy ? `added by ${addedBy.firstName}` : 'added by hand';
  return people > 1 ? `${people} people, ${by}` : by;
}
