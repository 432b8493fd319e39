import { useId, useState } from 'react';
import type { Group } from '#contract/community/groups.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { SentAs } from '#web/platform/forms/posted.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { useLeave } from './use-leave.ts';

/**
 * Leaves the group, or withdraws a request to join it. It tells the only organiser why they can't
 * leave.
 */
export function LeaveButton({ group }: { group: Group }) {
  const leave = useLeave(group);
  const [isConfirming, setConfirming] = useState(false);
  const noteId = useId();
  const words = group.joinState === 'request_pending' ? withdrawing : leaving;
  const note = group.can.leave ? words.note : onlyOrganiser;
  return (
    <div className="grid gap-1 max-sm:px-0!">
      <Button
        variant="quiet"
        className="needs-script max-sm:px-2"
        disabled={!group.can.leave}
        aria-describedby={note && noteId}
        busy={leave.isPending}
        busyLabel={words.busyLabel}
        onClick={() => setConfirming(true)}
      >
        Leave Group
      </Button>
      {group.can.leave && (
        <noscript>
          {import.meta.env.SSR && (
            <form method="post" action={urlOf(key, { params: { id: group.id } })}>
              <SentAs keyOf={key} />
              <button className={`${buttonClass({ variant: 'quiet', block: true })} max-sm:px-2`}>
                Leave Group
              </button>
            </form>
          )}
        </noscript>
      )}
      {note && (
        <p id={noteId} className="max-w-72 text-sm text-balance text-muted">
          {note}
        </p>
      )}
      {isConfirming && (
        <LazyConfirmDialog
          open
          onOpenChange={setConfirming}
          title={words.title(group.name)}
          description={words.description}
          confirmLabel={words.confirmLabel}
          cancelLabel={words.cancelLabel}
          danger
          onConfirm={() => {
            setConfirming(false);
            leave.mutate();
          }}
        />
      )}
    </div>
  );
}

const key = 'DELETE /api/groups/:id/members';

const onlyOrganiser = "You're the only organiser. Make someone else an organiser before you leave.";

interface Words {
  note?: string;
  title: (group: string) => string;
  description: string;
  confirmLabel: string;
  cancelLabel: string;
  busyLabel: string;
}

const leaving: Words = {
  title: (group) => `Leave ${group}?`,
  description: "You'll lose your place at its upcoming events. You can join again later.",
  confirmLabel: 'Leave Group',
  cancelLabel: 'Stay',
  busyLabel: 'Leaving...',
};

const withdrawing: Words = {
  note: 'Withdraws your request to join',
  title: (group) => `Withdraw your request to join ${group}?`,
  description: "The organisers won't see it any more. You can ask again later.",
  confirmLabel: 'Withdraw request',
  cancelLabel: 'Keep it',
  busyLabel: 'Withdrawing...',
};
