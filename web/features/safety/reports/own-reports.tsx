import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatDay } from '#contract/platform/dates.ts';
import { kindWords } from '#contract/safety/report-kinds.ts';
import { appealPath } from '#contract/safety/report-paths.ts';
import { outcomeToReporter, subjectTitles } from '#contract/safety/report-words.ts';
import type { OwnReport } from '#contract/safety/reports.ts';
import { Badge } from '#web/ui/badge.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { ownReportPages } from './queries.ts';
import { sideWords } from '#web/features/safety/report-cases/words.ts';

/** Lists the member's reports, with their state and a link to each. */
export function OwnReports() {
  const list = useInfiniteQuery(ownReportPages());
  const made = list.data?.pages.flatMap(({ items }) => items);
  return (
    <SettingsSection
      id="own-reports"
      title="Your reports"
      lead="What's happening with each, and what we decided. We never tell people who reported them."
    >
      {list.isPending && (
        <div role="status" aria-label="Loading your reports">
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {list.isError && !made && (
        <Unavailable what="This list" onRetry={() => void list.refetch()} />
      )}
      {made?.length === 0 && (
        <p>
          You haven't reported anything. You'll find ‘Report’ on groups, events, comments and
          people's cards.
        </p>
      )}
      <ul className="ruled flex flex-col">
        {made?.map((report) => (
          <Made key={report.reference} report={report} />
        ))}
      </ul>
      <MoreOf list={list} className="mt-6" label="Show more reports" />
    </SettingsSection>
  );
}

const Made = ({ report: { reference, subject, kind, createdAt, ...standing } }: MadeProps) => (
  <li className="py-4 first:pt-0 last:pb-0">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        href={appealPath(reference)}
        aria-label={`${subject.title}, report ${reference}`}
        className="link inline-flex min-h-6 min-w-0 items-center font-semibold"
      >
        <bdi className="wrap-anywhere">{subject.title}</bdi>
      </Link>
      <Badge tone={standing.decision ? 'primary' : 'accent'}>{sideWords[standing.state]}</Badge>
    </p>
    <p className="mt-1 text-sm text-muted">
      {subjectTitles[subject.type]}, reported {formatDay(createdAt)}: {kindWords[kind]}
    </p>
    <p className="mt-1">{outcomeOf(standing)}</p>
  </li>
);

interface MadeProps {
  report: OwnReport;
}

/** A decision under appeal stands until the appeal is decided. */
function outcomeOf({ decision, expectedBy }: Pick<OwnReport, 'decision' | 'expectedBy'>): string {
  const day = expectedBy && formatDay(expectedBy);
  if (!decision) return day ? `We'll decide by ${day}.` : '';
  const outcome = outcomeToReporter[decision];
  return day ? `${outcome} We're looking at it again and will decide by ${day}.` : outcome;
}
