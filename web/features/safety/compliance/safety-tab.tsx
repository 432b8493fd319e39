import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { missingOfController } from '#contract/base/legal-words.ts';
import { inWords } from '#contract/platform/counted.ts';
import { paths } from '#contract/platform/paths.ts';
import { formatDay, formatMoment } from '#contract/platform/dates.ts';
import type { ListedDocument } from '#contract/safety/compliance.ts';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { settingsQuery } from '#web/features/base/settings/settings-queries.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { documentsQuery, stateBadges } from './queries.ts';
import { signedBy } from './document-text.tsx';

export const reads = () => [documentsQuery(), settingsQuery()];

export default function SafetyTab() {
  const { data: papers, isError, refetch } = useQuery(documentsQuery());
  if (isError) return <Unavailable what="This page" onRetry={() => void refetch()} />;
  return (
    <>
      <h2 className="sr-only">Safety</h2>
      <MissingController />
      <SettingsSection
        id="papers"
        title="The operator’s pack"
        lead="The documents that the law asks you to keep for a site like this. We've filled in what we can from your settings, and you add what only you know. This isn't legal advice."
      >
        {papers ? <DocumentList papers={papers} /> : <Skeleton className="h-96" />}
      </SettingsSection>
    </>
  );
}

const missingWords = { controllerName: 'their name', controllerAddress: 'their address' };

/** Says what the privacy policy lacks until an admin has set it. */
function MissingController() {
  const { data: settings } = useQuery(settingsQuery());
  const missing = settings ? missingOfController(settings) : [];
  if (missing.length === 0) return null;
  return (
    <Notice
      tone="accent"
      className="mb-6"
      title="The privacy policy doesn't name its controller yet"
      action={
        // A plain link, because the router would scroll to the top instead of the section.
        <a href={`${paths.adminTab('settings')}#site`} className={smallButton}>
          Complete it
        </a>
      }
    >
      The law asks it to say who answers for people's data. Missing:{' '}
      {inWords(missing.map((name) => missingWords[name]))}.
    </Notice>
  );
}

function DocumentList({ papers }: { papers: readonly ListedDocument[] }) {
  const isBegun = papers.some(({ latest }) => latest);
  return (
    <>
      <p className="mb-3">
        <GuideLink guide="compliance-documents" />
      </p>
      <ol aria-label="Compliance documents" className="flex flex-col gap-3">
        {papers.map((paper) => (
          <DocumentItem key={paper.paper} outline={paper} />
        ))}
      </ol>
      {isBegun && (
        <p className="mt-6">
          <ButtonLink href={adminPaths.pack} variant="outline" label="Print the pack" />
        </p>
      )}
    </>
  );
}

const smallButton = buttonClass({ variant: 'quiet', size: 'sm' });

function DocumentItem({ outline }: { outline: ListedDocument }) {
  const { paper, title, about, state, latest, draftSavedAt } = outline;
  const begin = latest ? 'Review' : 'Start';
  const action = draftSavedAt ? 'Continue' : begin;
  const { label, tone } = stateBadges[state];
  return (
    <li className="rounded-card bg-card px-4 py-3.5 forced-colors:border">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h4 className="font-display text-lg font-semibold">{title}</h4>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-sm text-muted">{about}</p>
      <p className="mt-1 text-sm">
        {reviewStatus(outline)}
        {draftSavedAt && ` Your draft was saved on ${formatMoment(draftSavedAt)}.`}
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Link
          href={adminPaths.paper(paper)}
          aria-label={`${action}: ${title}`}
          className={smallButton}
        >
          {action}
        </Link>
        {latest && (
          <Link
            href={adminPaths.paperVersion(paper, latest.version)}
            aria-label={`Read: ${title}`}
            className={smallButton}
          >
            Read
          </Link>
        )}
      </p>
    </li>
  );
}

function reviewStatus({ state, latest, reviewBy, changes }: ListedDocument): string {
  if (!latest || !reviewBy) return 'No version yet.';
  const saved = signedBy(latest);
  if (state === 'due') return `${saved} That was a year ago, so please check it again.`;
  const lines = changes.reduce((sum, { was, now }) => sum + Math.max(was.length, now.length), 0);
  return lines > 0
    ? `${saved} ${lines === 1 ? 'One line' : `${lines} lines`} would be different today.`
    : `${saved} Check it again by ${formatDay(reviewBy)}.`;
}
