import { useQuery } from '@tanstack/react-query';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Invitations } from './settings-invitations.tsx';
import { LegalPages } from './settings-legal.tsx';
import { invitationPages, settingsQuery } from './settings-queries.ts';
import { SettingsForm } from './settings-form.tsx';

export const reads = () => [settingsQuery(), invitationPages()];

export default function SettingsTab() {
  const { data: settings, isError } = useQuery(settingsQuery());
  if (isError) {
    return <EmptyState title="The settings could not be read" hint="Please try again later." />;
  }
  return (
    <>
      <h2 className="sr-only">Settings</h2>
      {settings ? <SettingsForm settings={settings} /> : <Skeleton className="h-96" />}
      <SettingsSection
        id="invitations"
        title="Invitations"
        lead="Links and codes that let people sign up where registration is by invitation."
      >
        <Invitations byInvitation={settings?.registration === 'invitation'} />
      </SettingsSection>
      <SettingsSection
        id="legal"
        title="Legal pages"
        lead="Texts to start from come with the site. Have them checked, and replace them with your own."
      >
        <LegalPages />
      </SettingsSection>
    </>
  );
}
