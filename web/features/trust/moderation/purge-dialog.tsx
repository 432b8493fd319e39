import { useQuery } from '@tanstack/react-query';
import { ReasonField } from '#web/features/base/audit/reason-field.tsx';
import { useState } from 'react';
import type { CleanupReview } from '#contract/safety/purge.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { query } from '#web/platform/data/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { fullName } from '#web/features/base/accounts/full-name.ts';
import { useCleanup } from './use-purge.ts';
import { PurgePreview } from './purge-preview.tsx';

interface CleanupDialogProps {
  userId: string;
  onClose: () => void;
  /** Told, before the dialog closes, whose writing is gone. */
  onDone?: ((user: CleanupReview['user']) => void) | undefined;
}

/** Shows everything that a spammer's removal deletes, before it happens. */
export default function CleanupDialog({ userId, onClose, onDone }: CleanupDialogProps) {
  // Read anew each time: what is decided by has to be what is there.
  const review = useQuery({
    ...query('GET /api/admin/users/:id/cleanup', { params: { id: userId } }),
    staleTime: 0,
    gcTime: 0,
  });
  const [reason, setReason] = useState('');
  const found = review.data;
  const cleanup = useCleanup(userId, () => {
    if (found) onDone?.(found.user);
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={reason.trim() !== '' && !cleanup.isSuccess}
      title="Ban and remove all they wrote?"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            disabled={!found?.can.cleanUp}
            busy={cleanup.isPending}
            busyLabel="Removing..."
            onClick={() => cleanup.mutate(reason)}
          >
            Ban and Remove
          </Button>
        </>
      }
    >
      {review.isPending && (
        <div role="status" aria-label="Loading what would go">
          <SkeletonText lines={6} />
        </div>
      )}
      {review.isError && <Unavailable what="What would go" onRetry={() => void review.refetch()} />}
      {found && (
        <>
          <Person user={found.user} />
          {!found.can.cleanUp && (
            <Notice tone="danger" className="mt-5" title="This can't be done to an admin" />
          )}
          <PurgePreview review={found} />
          <p className="mt-5 text-muted">
            For a day you can undo all of it. After that it is gone for good. Those who were going
            to one of the events are told that it is off.
          </p>
          <ReasonField label="Reason" value={reason} onChange={setReason} />
        </>
      )}
    </Dialog>
  );
}

const Person = ({ user }: Pick<CleanupReview, 'user'>) => (
  <div className="flex items-start justify-between gap-4">
    <p className="min-w-0">
      <span dir="auto" className="block font-semibold wrap-anywhere">
        {fullName(user)}
      </span>
      <span className="block text-sm wrap-anywhere text-muted">
        <EmailText address={user.email} />
      </span>
      <span className="block text-sm text-muted">Joined {formatDay(user.createdAt)}</span>
    </p>
    {!user.isActive && <Badge tone="danger">Banned</Badge>}
  </div>
);
