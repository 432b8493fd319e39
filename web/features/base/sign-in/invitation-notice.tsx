import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/ui/notice.tsx';
import { invitationIn, invitedTo, invitingGroup } from './invitation.ts';

/** Returns what the visitor on their way to `next` is invited to, in words. */
export function useInvitationWords(next: string | undefined): string | undefined {
  const { groupId } = invitationIn(next);
  const { data: group } = useQuery({
    ...invitingGroup(groupId),
    enabled: groupId !== undefined,
  });
  return group && invitedTo(group.name);
}

/** Reminds people who sign up of the invitation that brought them here. */
export function InvitationNotice({ next }: { next: string | undefined }) {
  const words = useInvitationWords(next);
  return words ? <Notice tone="accent" title={words} className="mb-6" /> : null;
}
