import { useQuery } from '@tanstack/react-query';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { day } from '#contract/platform/durations.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { backupQuery } from './settings-queries.ts';

/** Taken each night, the last is not so old but where a night was missed. */
const oldAfter = 2 * day;

/** When the site was last backed up, and what to do where that is long ago. */
export function LastBackup() {
  const { data, isError, dataUpdatedAt, refetch } = useQuery(backupQuery());
  if (isError) return <Unavailable what="This" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-6 max-w-md" />;
  if (data.takenAt === null) {
    return (
      <Notice tone="accent" title="No backup has been taken">
        What is lost with the machine can’t be brought back. Ask whoever runs the site to set up
        backups: the guide to self-hosting tells how.
      </Notice>
    );
  }
  const taken = `The last one was taken on ${formatCommentDate(data.takenAt)}.`;
  return dataUpdatedAt - Date.parse(data.takenAt) > oldAfter ? (
    <Notice tone="accent" title="The last backup is more than two days old">
      {taken} Ask whoever runs the site to look why none has been taken since.
    </Notice>
  ) : (
    <p>{taken}</p>
  );
}
