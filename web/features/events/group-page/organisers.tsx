import { useQuery } from '@tanstack/react-query';
import type { Group } from '#contract/community/groups.ts';
import { ContactButton } from '#web/features/events/contact/contact-button.tsx';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { organisersQuery } from '#web/features/community/groups/queries.ts';

/** The group's organisers, by first name. */
export default function Organisers({ group }: { group: Group }) {
  const { data } = useQuery(organisersQuery(group.id));
  const organisers = data?.approved.filter(({ isOrganizer }) => isOrganizer) ?? [];
  return (
    <>
      <ul className="mt-1 flex flex-col gap-2">
        {organisers.map(({ userId, firstName = 'Somebody', profileImageUrl }) => (
          <li key={userId} className="flex items-center gap-2">
            <Avatar name={firstName} imageUrl={profileImageUrl} seed={userId} size="sm" />
            <MemberName
              person={{ userId, firstName, profileImageUrl }}
              className="min-h-8 font-semibold text-ink wrap-anywhere"
            />
          </li>
        ))}
      </ul>
      {group.can.contact && !group.membership?.isOrganizer && <ContactButton group={group} />}
    </>
  );
}
