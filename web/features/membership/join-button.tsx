import type { Group, GroupCard } from '../../../contract/groups.ts';
import { paths, withNext } from '../../../contract/paths.ts';
import { useUser } from '../sign-in/use-user.ts';
import { Button, buttonClass, type ButtonSize } from '../../ui/button.tsx';
import { useMembership } from './use-membership.ts';

interface JoinButtonProps {
  group: GroupCard | Group;
  label?: string;
  signedOutLabel?: string;
  size?: ButtonSize;
  block?: boolean;
  onJoined?: () => void;
}

/** Joins the group; a signed-out visitor is taken to sign in and comes back to the group. */
export function JoinButton({
  group,
  label = 'Join',
  signedOutLabel = label,
  size = 'md',
  block = false,
  onJoined,
}: JoinButtonProps) {
  const { user } = useUser();
  const { join } = useMembership(group, onJoined && { onJoined });
  const look = { size, block, variant: size === 'sm' ? 'outline' : 'primary' } as const;
  if (!user) {
    return (
      <a
        href={withNext(paths.login, paths.group(group.id))}
        aria-label={`${signedOutLabel} ${group.name}`}
        className={buttonClass(look)}
      >
        {signedOutLabel}
      </a>
    );
  }
  return (
    <Button
      {...look}
      busy={join.isPending}
      busyLabel="Joining..."
      aria-label={join.isPending ? undefined : `${label}: ${group.name}`}
      onClick={() => join.mutate()}
    >
      {label}
    </Button>
  );
}
