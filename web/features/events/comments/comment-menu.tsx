import { useState } from 'react';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { reportPath } from '#contract/safety/report-paths.ts';
import { useCleanUpItem } from '#web/features/trust/moderation/purge-item.ts';
import PurgeDialog from '#web/features/trust/moderation/purge-dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { DeleteCommentDialog, type AboutComment } from './delete-comment-dialog.tsx';

/** An admin's actions on a comment. */
export default function CommentMenu({ eventId, comment, name }: AboutComment) {
  const [asking, setAsking] = useState<'delete' | 'cleanUp'>();
  const cleanUpItem = useCleanUpItem();
  const close = () => setAsking(undefined);
  return (
    <div className="-mt-2.5 -mr-2.5 shrink-0">
      <Menu
        label={`Actions for the comment by ${name} of ${formatCommentDate(comment.createdAt)}`}
        items={[
          { label: 'Report', href: reportPath('comment', comment.id) },
          { label: 'Delete', danger: true, onSelect: () => setAsking('delete') },
          ...cleanUpItem(comment.can.cleanUp, () => setAsking('cleanUp')),
        ]}
      />
      {asking === 'delete' && (
        <DeleteCommentDialog eventId={eventId} comment={comment} name={name} onClose={close} />
      )}
      {asking === 'cleanUp' && comment.userId !== null && (
        <PurgeDialog userId={comment.userId} onClose={close} />
      )}
    </div>
  );
}
