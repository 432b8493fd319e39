import { useState } from 'react';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { UnblockButton } from './unblock-button.tsx';
import { useBlock, useIsBlocked, type Blockable } from './use-block.ts';

interface BlockMemberProps {
  person: Blockable;
  /** Where the person is named no longer: closes what was about them. */
  onBlocked?: () => void;
}

/**
 * Blocks somebody, who isn't notified, after explaining the effect; for a blocked person, offers to
 * unblock.
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
  const [asking, setAsking] = useState(false);
  const block = useBlock(person, () => {
    setAsking(false);
    onBlocked?.();
  });
  const { firstName } = person;
  const label = `Block ${firstName}`;
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <LazyConfirmDialog
          open
          onOpenChange={setAsking}
          title={`${label}?`}
          description={whatItDoes(firstName, isAdmin)}
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

const whatItDoes = (firstName: string, isAdmin: boolean): string =>
  [
    `You and ${firstName} no longer see each other’s comments, names in lists or messages. ${firstName} isn’t told, and you can end it at any time.`,
    `If you organise an event they come to, you still see their name there, and they yours.`,
    isAdmin && 'As an admin you go on seeing everything.',
  ]
    .filter(Boolean)
    .join(' ');
