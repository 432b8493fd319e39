import { paths } from '../../../contract/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LeaveSite } from '../account-deletion/leave-site.tsx';
import { BlockedPeople } from '../blocks/blocked-people.tsx';
import { MyDonations } from '../donations/my-donations.tsx';
import { MailPreferences } from '../mail/mail-preferences.tsx';
import { MutedGroups } from '../membership/muted-groups.tsx';
import { OwnReports } from '../reports/own-reports.tsx';
import { PasswordSection } from '../account-security/password-section.tsx';
import { SessionsSection } from '../account-security/sessions-section.tsx';
import { TwoStepSection } from '../account-security/two-step-section.tsx';
import { YourData } from '../account-deletion/your-data.tsx';
import { TokensSection } from '../tokens/tokens-section.tsx';
import { SeenByOthers } from '../accounts/seen-by-others.tsx';
import { settingsSections } from './settings-sections.ts';

/** The account beyond the profile: a section for each matter, and an index of them. */
export default function SettingsPage() {
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Settings"
        lead="Your emails, how you sign in, and what is kept about you."
        back={{ href: paths.dashboard, label: 'Dashboard' }}
      />
      <Index />
      <section aria-labelledby="settings" className="mt-8">
        <h2 id="settings" className="sr-only">
          All settings
        </h2>
        <SeenByOthers />
        <MailPreferences>
          <MutedGroups />
        </MailPreferences>
        <PasswordSection />
        <TwoStepSection />
        <SessionsSection />
        <TokensSection />
        <BlockedPeople />
        <OwnReports />
        <MyDonations />
        <YourData />
        <LeaveSite />
      </section>
    </>
  );
}

const Index = () => (
  <nav aria-label="Sections">
    <ul className="flex flex-wrap gap-2">
      {Object.entries(settingsSections).map(([id, title]) => (
        <li key={id}>
          <a href={`#${id}`} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
