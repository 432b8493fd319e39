import PushOffer from '#web/features/base/notifications/push-offer.tsx';
import InstallCard, { useInstallWay } from './install-card.tsx';

/** After an RSVP: the way to the home screen, or else to notifications. One card at a time. */
export default function DeviceOffers() {
  return useInstallWay() ? <InstallCard className="mt-6" /> : <PushOffer className="mt-6" />;
}
