import { lazy, Suspense, type ReactNode } from 'react';
import { waitForModule } from '#web/platform/router/modules.ts';
import type { Member } from '#contract/community/membership.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';

/** Loaded only for signed-in viewers. */
const MemberName = lazy(() =>
  waitForModule(async () => ({
    default: (await import('#web/features/community/profiles/member-name.tsx')).MemberName,
  })),
);

export const memberGrid = 'grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3';

/** The name of a member, with the letter that tells organisers two of one name apart. */
export const nameOf = ({ firstName = 'this member', lastInitial }: Member) =>
  lastInitial ? `${firstName} ${lastInitial}.` : firstName;

interface MemberItemProps {
  member: Member;
  number: number;
  actions?: ReactNode;
}

export const MemberItem = ({ member, number, actions }: MemberItemProps) => (
  <li className="flex min-h-11 items-center gap-3">
    <Avatar name={member.firstName} imageUrl={member.profileImageUrl} seed={member.userId} />
    <span className="min-w-0 grow font-semibold">
      {member.firstName === undefined ? (
        `Member ${number}`
      ) : (
        <Suspense fallback={<span className="block truncate">{member.firstName}</span>}>
          <MemberName
            person={{ ...member, firstName: nameOf(member) }}
            className="min-h-11 truncate"
          />
        </Suspense>
      )}
      {member.answer && (
        <span dir="auto" className="block text-sm font-normal wrap-anywhere text-muted">
          {member.answer}
        </span>
      )}
    </span>
    {member.isOrganizer ? (
      <Badge tone="accent">Organizer</Badge>
    ) : (
      <span className="text-sm text-muted">Member</span>
    )}
    {actions}
  </li>
);
