import { Link } from 'wouter';
import { paths, signIn } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
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
      actions={
        <Link href={paths.group(groupId)} className={buttonClass()}>
          Join Group
        </Link>
      }
    />
  ) : (
    <EmptyState
      {...shared}
      title="Join the conversation"
      hint="Sign in to view comments and participate in the discussion"
      actions={
        <Link href={signIn(paths.event(eventId))} className={buttonClass()}>
          Sign In
        </Link>
      }
    />
  );
}
