import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { AdminComplaint } from '#contract/safety/complaints.ts';
import { paths } from '#contract/platform/paths.ts';
import { param, nextCursor } from '#web/platform/data/queries.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { ComplaintCard } from './complaint-card.tsx';
import { complaintPages } from './queries.ts';

const cursorIn = (search: URLSearchParams) => param(search, 'cursor');

export const reads = (search: URLSearchParams) => [complaintPages(cursorIn(search))];

export default function ComplaintsTab() {
  const list = useInfiniteQuery(complaintPages(cursorIn(new URLSearchParams(useSearch()))));
  const [answering, setAnswering] = useState<AdminComplaint>();
  if (list.isError && !list.data)
    return <Unavailable what="This list" onRetry={() => void list.refetch()} />;
  const items = list.data?.pages.flatMap((page) => page.items);
  if (!items) return <Skeleton className="h-96" />;
  if (items.length === 0)
    return (
      <EmptyState
        as="p"
        title="No complaints"
        hint="People can complain with the form linked at the foot of each page and in the privacy policy."
      />
    );
  const cursor = nextCursor(list.data);
  return (
    <section aria-labelledby="complaints">
      <SectionHeading id="complaints" title="Complaints" />
      <p className="mb-4 max-w-[68ch] text-muted">
        Please answer each complaint within 30 days. We'll remind you by email on day 20 and day 27.
        We email the outcome to the person who complained, and keep it for three years.
      </p>
      <ul className="grid gap-4">
        {items.map((complaint) => (
          <li key={complaint.id}>
            <ComplaintCard complaint={complaint} onAnswer={() => setAnswering(complaint)} />
          </li>
        ))}
      </ul>
      {cursor && (
        <LoadMore
          className="mt-8"
          href={filteredPath(paths.admin, { tab: 'complaints', cursor })}
          label="Load more complaints"
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {answering && <AnswerDialog complaint={answering} onClose={() => setAnswering(undefined)} />}
    </section>
  );
}
