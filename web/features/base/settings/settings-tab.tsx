import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { legalPages } from '#contract/platform/paths.ts';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { day } from '#contract/platform/durations.ts';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { LegalPage } from '#contract/base/settings.ts';
import { legalText, legalTitles } from '#web/features/base/legal/queries.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Invitations } from './settings-invitations.tsx';
import { backupQuery, invitationPages, settingsQuery } from './settings-queries.ts';
import { SettingsForm } from './settings-form.tsx';

export const reads = () => [
  settingsQuery(),
  backupQuery(),
  invitationPages(),
  ...legalPages.map(legalText),
];

export default function SettingsTab() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery());
  if (isError) return <Unavailable what="This page" onRetry={() => void refetch()} />;
  return (
    <>
      <h2 className="sr-only">Settings</h2>
      {settings ? <SettingsForm settings={settings} /> : <Skeleton className="h-96" />}
      <SettingsSection
        id="invitations"
        title="Invitations"
        lead="Links and codes that let people sign up while registration is by invitation."
      >
        <Invitations byInvitation={settings?.registration === 'invitation'} />
      </SettingsSection>
      <SettingsSection
        id="legal"
        title="Legal pages"
        lead="The site comes with standard texts. Please have them checked and replace them with your own."
      >
        <LegalPages />
      </SettingsSection>
      <SettingsSection
        id="backups"
        title="Backups"
        lead="Backups made with the site's own commands. We don't know about copies made in other ways."
      >
        <LastBackup />
      </SettingsSection>
    </>
  );
}

/** Backups run every night, so an older one means that at least one is missing. */
const oldAfter = 2 * day;

/** Shows when the last backup was made, and warns if that was long ago. */
function LastBackup() {
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

const LegalPages = () => (
  <ul aria-label="Legal pages" className="flex flex-col gap-3">
    {legalPages.map((page) => (
      <LegalItem key={page} page={page} />
    ))}
  </ul>
);

const smallButton = buttonClass({ variant: 'quiet', size: 'sm' });

function LegalItem({ page }: { page: LegalPage }) {
  const { data } = useQuery(legalText(page));
  const title = legalTitles[page];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-card px-4 py-3.5 forced-colors:border">
      <div className="min-w-0">
        <p className="font-display font-semibold">{title}</p>
        <p className="text-sm text-muted">
          {data?.replacedAt ? `Replaced on ${formatDay(data.replacedAt)}` : 'Standard text'}
        </p>
      </div>
      <div className="flex gap-2">
        <Link href={`/${page}`} aria-label={`View ${title}`} className={smallButton}>
          View
        </Link>
        <Link href={adminPaths.legal(page)} aria-label={`Edit ${title}`} className={smallButton}>
          Edit
        </Link>
      </div>
    </li>
  );
}
