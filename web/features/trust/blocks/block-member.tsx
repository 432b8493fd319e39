import { useState } from 'react';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import type { Person } from '#web/features/base/accounts/person.ts';
import { blockPages, refreshPeople } from './queries.ts';

interface BlockMemberProps {
  person: Blockable;
  /** Called after the block, so that the caller can close what showed the person. */
  onBlocked?: () => void;
}

/**
 * Explains what a block does and blocks the person, who isn't notified. Offers to unblock if they
 * are blocked already.
 */
export default function BlockMember({ person, onBlocked }: BlockMemberProps) {
  const { user } = useUser();
  const isBlocked = useIsBlocked(person.userId);
  if (!user || user.id === person.userId) return null;
  if (!isBlocked)
    return <Block person={person} isAdmin={user.role === 'admin'} onBlocked={onBlocked} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="text-sm text-muted">
        You have blocked <bdi>{person.firstName}</bdi>.
      </p>
      <UnblockButton person={person} />
    </div>
  );
}

function Block({
  person,
  isAdmin,
  onBlocked,
}: Required<Pick<BlockMemberProps, 'person'>> & {
  isAdmin: boolean;
  onBlocked: BlockMemberProps['onBlocked'];
}) {
  const [isConfirming, setConfirming] = useState(false);
  const block = useBlock(person, () => {
    setConfirming(false);
    onBlocked?.();
  });
  const { firstName } = person;
  const label = `Block ${firstName}`;
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        {label}
      </Button>
      {isConfirming && (
        <LazyConfirmDialog
          onOpenChange={setConfirming}
          title={`${label}?`}
          description={effectText(firstName, isAdmin)}
          confirmLabel={label}
          busyLabel="Blocking..."
          danger
          busy={block.isPending}
          onConfirm={() => block.mutate(true)}
        />
      )}
    </>
  );
}

const effectText = (firstName: string, isAdmin: boolean): string =>
  [
    `You and ${firstName} won't see each other's comments, messages or names in lists. We won't tell ${firstName}, and you can unblock them at any time.`,
    `If they come to an event you organise, you'll still see each other's names there.`,
    isAdmin && "As an admin, you'll still see everything.",
  ]
    .filter(Boolean)
    .join(' ');

export function UnblockButton({ person }: { person: Blockable }) {
  const block = useBlock(person);
  return (
    <Button
      variant="outline"
      size="sm"
      busy={block.isPending}
      busyLabel="Unblocking..."
      aria-label={block.isPending ? undefined : `Unblock ${person.firstName}`}
      onClick={() => block.mutate(false)}
    >
      Unblock
    </Button>
  );
}

type Blockable = Pick<Person, 'userId' | 'firstName'>;

/** Returns whether the member has blocked somebody; undefined while loading. */
function useIsBlocked(userId: string): boolean | undefined {
  const { user } = useUser();
  const { data } = useInfiniteQuery({ ...blockPages(), enabled: user !== undefined });
  return data?.pages.some(({ items }) => items.some((each) => each.userId === userId));
}

/**
 * Blocks or unblocks somebody. Buttons stay busy until everything that names people is loaded
 * again.
 */
function useBlock({ userId, firstName }: Blockable, onBlocked?: () => void) {
  const client = useQueryClient();
  const params = { id: userId };
  const change = useMutation({
    mutationFn: (block: boolean) =>
      block
        ? call('PUT /api/users/:id/block', { params })
        : call('DELETE /api/users/:id/block', { params }),
    onSuccess: (_, block) => {
      if (block) onBlocked?.();
      return refreshPeople(client);
    },
    done: (_, block) =>
      block
        ? {
            title: `${firstName} is blocked`,
            description: `We won't tell ${firstName}. You can see the people you've blocked in your settings.`,
            action: { label: 'Undo', onSelect: () => change.mutate(false) },
          }
        : `${firstName} is no longer blocked`,
    failed: "That didn't work",
  });
  return change;
}
