import { paths, signIn } from '#contract/platform/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface MembersOnlyProps {
  eventId: number;
  groupId: number;
  signedIn: boolean;
}

/** The notice to people who may not read the comments. */
export default function MembersOnly({ eventId, groupId, signedIn }: MembersOnlyProps) {
  const shared = { as: 'h3', className: 'rounded-card bg-sunken' } as const;
  return signedIn ? (
    <EmptyState
      {...shared}
      title="You need to join the group to comment"
      actions={<ButtonLink href={paths.group(groupId)} label="Join Group" />}
    />
  ) : (
    <EmptyState
      {...shared}
      title="Join the conversation"
      hint="Sign in to view comments and participate in the discussion"
      actions={<ButtonLink href={signIn(paths.event(eventId))} label="Sign In" />}
    />
  );
}
