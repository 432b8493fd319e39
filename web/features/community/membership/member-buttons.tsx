import type { Group } from '#contract/community/groups.ts';
import { call } from '#web/platform/data/api.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useMute } from './use-mute.ts';
import { useId, useState } from 'react';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { countMembers, refreshGroup } from './use-membership.ts';

/** The buttons for members, and for people who have asked to join. */
export default function MemberButtons({ group }: { group: Group }) {
  return (
    <>
      {group.joinState === 'member' && <MuteButton group={group} />}
      <LeaveButton group={group} />
    </>
  );
}

const callKey = 'PATCH /api/groups/:id/membership';

/** Mutes or unmutes the messages that organisers send to all members. */
function MuteButton({ group }: { group: Group }) {
  const mute = useMute(group);
  const muted = group.membership?.muted ?? false;
  return (
    <CallForm
      call={callKey}
      params={{ id: group.id }}
      className="grid max-sm:px-0!"
      onSend={() => mute.mutate(!muted)}
    >
      <input type="hidden" name="muted" value={String(!muted)} />
      <Button type="submit" variant="quiet" busy={mute.isPending} busyLabel="Saving...">
        {muted ? 'Unmute' : 'Mute'}
      </Button>
    </CallForm>
  );
}

/**
 * Leaves the group, or withdraws a request to join it. It tells the only organiser why they can't
 * leave.
 */
function LeaveButton({ group }: { group: Group }) {
  const leave = useLeave(group);
  const [isConfirming, setConfirming] = useState(false);
  const noteId = useId();
  const words = group.joinState === 'request_pending' ? cancelWords : leaveWords;
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
            <CallForm call={leaveKey} params={{ id: group.id }}>
              <button className={`${buttonClass({ variant: 'quiet', block: true })} max-sm:px-2`}>
                Leave Group
              </button>
            </CallForm>
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

const leaveKey = 'DELETE /api/groups/:id/members';

const onlyOrganiser = "You're the only organiser. Make someone else an organiser before you leave.";

interface LeaveText {
  note?: string;
  title: (group: string) => string;
  description: string;
  confirmLabel: string;
  cancelLabel: string;
  busyLabel: string;
}

const leaveWords: LeaveText = {
  title: (group) => `Leave ${group}?`,
  description: "You'll lose your place at its upcoming events. You can join again later.",
  confirmLabel: 'Leave Group',
  cancelLabel: 'Stay',
  busyLabel: 'Leaving...',
};

const cancelWords: LeaveText = {
  note: 'Changed your mind? Cancel my request',
  title: (group) => `Cancel your request to join ${group}?`,
  description: "The organisers won't see it any more. You can ask again later.",
  confirmLabel: 'Cancel my request',
  cancelLabel: 'Keep it',
  busyLabel: 'Cancelling...',
};

/**
 * Leaves a group, or withdraws the request to join it. The member count changes at once, and back
 * if the call fails.
 */
function useLeave(group: Group) {
  const client = useQueryClient();
  const isRequest = group.membership?.status === 'pending';
  return useMutation({
    mutationFn: () => call('DELETE /api/groups/:id/members', { params: { id: group.id } }),
    onMutate: () => countMembers(client, group, isRequest ? 0 : -1),
    done: isRequest
      ? `You've cancelled your request to join ${group.name}`
      : { title: 'Success!', description: `You've left ${group.name}` },
    failed: 'Error',
    fallback: isRequest
      ? 'Failed to cancel your request. Please try again.'
      : 'Failed to leave group. Please try again.',
    onSettled: () => refreshGroup(client, group.id),
  });
}
