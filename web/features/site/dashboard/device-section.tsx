import InstallCard from '#web/features/base/device/install-card.tsx';
import KeepEvents from '#web/features/events/offline/keep-events.tsx';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/** The choices for this device alone. */
export const DeviceSection = () => (
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
