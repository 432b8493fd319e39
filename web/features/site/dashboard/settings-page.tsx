import { paths } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { LeaveSite, YourData } from '#web/features/operations/account-deletion/your-data.tsx';
import { BlockedPeople } from '#web/features/trust/blocks/blocked-people.tsx';
import { MyDonations } from '#web/features/base/donations/my-donations.tsx';
import { NotificationSettings } from '#web/features/base/notifications/notification-settings.tsx';
import { MutedGroups } from '#web/features/community/membership/muted-groups.tsx';
import { OwnReports } from '#web/features/safety/reports/own-reports.tsx';
import { HouseholdSection } from '#web/features/events/household/household-section.tsx';
import { PasswordSection } from '#web/features/base/account-security/password-section.tsx';
import { SessionsSection } from '#web/features/base/account-security/sessions-section.tsx';
import { TwoStepSection } from '#web/features/base/account-security/two-step-section.tsx';
import { PasskeysSection } from '#web/features/base/passkeys/passkeys-section.tsx';
import { TokensSection } from '#web/features/base/tokens/tokens-section.tsx';
import { settingsSections } from './settings-sections.ts';
import InstallCard from '#web/features/base/device/install-card.tsx';
import KeepEvents from '#web/features/events/offline/keep-events.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { visibilityFacts } from '#web/features/base/accounts/who-sees-what.tsx';

/** The account settings: a list of links, and a section for each. */
export default function SettingsPage() {
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Settings"
        lead="Your emails and notifications, how you sign in and the information we hold about you."
        back={{ href: paths.dashboard, label: 'Dashboard' }}
        actions={<GuideLink guide="your-data" />}
      />
      <Index />
      <section aria-labelledby="settings" className="mt-8">
        <h2 id="settings" className="sr-only">
          All settings
        </h2>
        <SeenByOthers />
        <NotificationSettings>
          <MutedGroups />
        </NotificationSettings>
        <DeviceSection />
        <HouseholdSection />
        <PasswordSection />
        <PasskeysSection />
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

/** The choices for this device alone. */
const DeviceSection = () => (
  <SettingsSection
    id="device"
    title="This device"
    lead="These choices hold for the device that you're using now."
  >
    <div className="flex flex-col gap-6">
      <KeepEvents />
      <InstallCard />
      <p>
        <GuideLink guide="on-your-phone" />
      </p>
    </div>
  </SettingsSection>
);

const SeenByOthers = () => (
  <SettingsSection
    id="seen-by-others"
    title="Who sees what"
    lead="What other people can see about you."
  >
    <ul className="flex flex-col gap-5">
      {visibilityFacts.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent-ink" />
          <div className="min-w-0">
            <p className="font-semibold">{title}</p>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </SettingsSection>
);
