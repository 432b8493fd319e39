import { BlockedPeople } from '../blocks/blocked-people.tsx';
import { MyDonations } from '../donations/my-donations.tsx';
import { MailPreferences } from '../mail/mail-preferences.tsx';
import { OwnReports } from '../reports/own-reports.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { PasswordSection } from '../sign-in/password-section.tsx';
import { SeenByOthers } from './seen-by-others.tsx';
import { SessionsSection } from '../sign-in/sessions-section.tsx';
import { LeaveSite } from '../account-deletion/leave-site.tsx';
import { TwoStepSection } from '../sign-in/two-step-section.tsx';
import { TokensSection } from '../tokens/tokens-section.tsx';
import { YourData } from '../takeout/your-data.tsx';

/**
 * The account beyond the profile, a section for each matter, in this order: what others see, whom one has
 * blocked, what one has reported, signing in, the second step of it, sessions, tokens, mail, donations, one's data, leaving.
 */
export const AccountSettings = () => (
  <section aria-labelledby="settings">
    <SectionHeading id="settings" title="Settings" />
    <SeenByOthers />
    <BlockedPeople />
    <OwnReports />
    <PasswordSection />
    <TwoStepSection />
    <SessionsSection />
    <TokensSection />
    <MailPreferences />
    <MyDonations />
    <YourData />
    <LeaveSite />
  </section>
);
