import type { ReactNode } from 'react';
import type { Member } from '../../../contract/membership.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';

export const memberGrid = 'grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3';

interface MemberItemProps {
  member: Member;
  number: number;
  /** What can be done about this member. */
  actions?: ReactNode;
}

export const MemberItem = ({ member, number, actions }: MemberItemProps) => (
  <li className="flex min-h-11 items-center gap-3">
    <Avatar name={member.firstName} imageUrl={member.profileImageUrl} seed={member.userId} />
    <span className="min-w-0 grow truncate font-semibold">
      {member.firstName ?? `Member ${number}`}
    </span>
    {member.isOrganizer ? (
      <Badge tone="accent">Organizer</Badge>
    ) : (
      <span className="text-sm text-muted">Member</span>
    )}
    {actions}
  </li>
);
