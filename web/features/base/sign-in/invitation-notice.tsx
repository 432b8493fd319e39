import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/ui/notice.tsx';
import { asksYou, childInvitation, invitationIn, invitedTo, invitingGroup } from './invitation.ts';

/** Returns what the visitor on their way to `next` is invited to, in words. */
export function useInvitationWords(next: string | undefined): string | undefined {
  const { groupId, childToken } = invitationIn(next);
  const group = useQuery({ ...invitingGroup(groupId), enabled: groupId !== undefined });
  const child = useQuery({ ...childInvitation(childToken), enabled: childToken !== undefined });
  if (group.data) return invitedTo(group.data.name);
  return child.data && asksYou(child.data.invitedBy, child.data.childFirstName);
}

/** Reminds people who sign up of the invitation that brought them here. */
export function InvitationNotice({ next }: { next: string | undefined }) {
  const words = useInvitationWords(next);
  return words ? <Notice tone="accent" title={words} className="mb-6" /> : null;
}
