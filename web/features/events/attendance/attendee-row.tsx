import type { Event } from '#contract/events/events.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
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
  const { userId, firstName = 'Somebody', profileImageUrl, kind, id, note } = person;
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
        {note && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {note}
          </p>
        )}
      </div>
      <Size person={person} />
      {kind === 'guest' && <GuestMenu event={event} person={person} />}
      {kind === 'added' && <AddedMenu event={event} person={person} />}
    </li>
  );
}

function aboutOf({ kind, addedBy }: Attendee): string | undefined {
  if (kind === 'guest') return 'no account';
  if (kind !== 'added') return undefined;
  return addedBy ? `added by ${addedBy.firstName}` : 'added by hand';
}

function Size({ person: { guests = 0, people } }: { person: Attendee }) {
  const text =
    people === undefined ? guests > 0 && withGuests(guests) : people > 1 && `${people} people`;
  return text && <span className="shrink-0 text-muted">{text}</span>;
}
