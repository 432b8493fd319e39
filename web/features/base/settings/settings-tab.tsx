import { useQuery } from '@tanstack/react-query';
import { legalPages } from '#contract/platform/paths.ts';
import { legalText } from '#web/features/base/legal/queries.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Invitations } from './settings-invitations.tsx';
import { LegalPages } from './settings-legal.tsx';
import { backupQuery, invitationPages, settingsQuery } from './settings-queries.ts';
import { LastBackup } from './settings-backup.tsx';
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
