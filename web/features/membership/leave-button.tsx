import { useState } from 'react';
import type { Group } from '../../../contract/groups.ts';
import { Button } from '../../ui/button.tsx';
import { useMembership } from './use-membership.ts';
import { LazyConfirmDialog } from '../../platform/forms/lazy-confirm-dialog.tsx';

export function LeaveButton({ group }: { group: Group }) {
  const { leave } = useMembership(group);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        busy={leave.isPending}
        busyLabel="Leaving..."
        onClick={() => setAsking(true)}
      >
        Leave Group
      </Button>
      {asking && (
        <LazyConfirmDialog
          open
          onOpenChange={setAsking}
          title={`Leave ${group.name}?`}
          description={
            group.joinState === 'request_pending'
              ? 'Your request to join goes with it. You can ask again later.'
              : 'Your place at its upcoming events goes with it. You can join again later.'
          }
          confirmLabel="Leave Group"
          cancelLabel="Stay"
          danger
          onConfirm={() => {
            setAsking(false);
            leave.mutate();
          }}
        />
      )}
    </>
  );
}
