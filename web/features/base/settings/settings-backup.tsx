import { useQuery } from '@tanstack/react-query';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { day } from '#contract/platform/durations.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { backupQuery } from './settings-queries.ts';

/** Backups run every night, so an older one means that at least one is missing. */
const oldAfter = 2 * day;

/** Shows when the last backup was made, and warns if that was long ago. */
export function LastBackup() {
  const { data, isError, dataUpdatedAt, refetch } = useQuery(backupQuery());
  if (isError) return <Unavailable what="This" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-6 max-w-md" />;
  if (data.takenAt === null) {
    return (
      <Notice tone="accent" title="No backups yet">
        If the server breaks, everything could be lost. Ask the person who runs the site to set up
        backups. The self-hosting guide explains how.
      </Notice>
    );
  }
  const lastBackup = `The last backup was made on ${formatCommentDate(data.takenAt)}.`;
  return dataUpdatedAt - Date.parse(data.takenAt) > oldAfter ? (
    <Notice tone="accent" title="The last backup is more than two days old">
      {lastBackup} Ask the person who runs the site to find out why.
    </Notice>
  ) : (
    <p>{lastBackup}</p>
  );
}
