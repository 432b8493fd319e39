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
import { fullName } from '#contract/base/names.ts';
import { usePurge } from './use-purge.ts';
import { PurgePreview } from './purge-preview.tsx';

interface PurgeDialogProps {
  userId: string;
  onClose: () => void;
  /** Called before the dialog closes, with the purged user. */
  onDone?: ((user: CleanupReview['user']) => void) | undefined;
}

/** Shows what a purge removes, before an admin confirms it. */
export default function PurgeDialog({ userId, onClose, onDone }: PurgeDialogProps) {
  // Never cached: the admin has to decide on the current content.
  const review = useQuery({
    ...query('GET /api/admin/users/:id/cleanup', { params: { id: userId } }),
    staleTime: 0,
    gcTime: 0,
  });
  const [reason, setReason] = useState('');
  const preview = review.data;
  const purge = usePurge(userId, () => {
    if (preview) onDone?.(preview.user);
    onClose();
  });
  return (
    <Dialog
      onOpenChange={onClose}
      unsaved={reason.trim() !== '' && !purge.isSuccess}
      title="Ban and remove everything they wrote?"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            disabled={!preview?.can.cleanUp}
            busy={purge.isPending}
            busyLabel="Removing..."
            onClick={() => purge.mutate(reason)}
          >
            Ban and remove
          </Button>
        </>
      }
    >
      {review.isPending && (
        <div role="status" aria-label="Loading what will be removed">
          <SkeletonText lines={6} />
        </div>
      )}
      {review.isError && <Unavailable what="The preview" onRetry={() => void review.refetch()} />}
      {preview && (
        <>
          <Person user={preview.user} />
          {!preview.can.cleanUp && (
            <Notice tone="danger" className="mt-5" title="You can't do this to an admin" />
          )}
          <PurgePreview review={preview} />
          <p className="mt-5 text-muted">
            You can undo this for a day. After that, it's gone for good. We'll tell everyone who was
            going to one of the events that it's cancelled.
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
