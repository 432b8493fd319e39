import { useState, useSyncExternalStore } from 'react';
import { installOffer, isInstalled } from '#web/platform/device/installed.ts';
import { isIphone } from '#web/platform/device/push-support.ts';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { useStored } from '#web/ui/use-stored.ts';
import { IphoneSteps } from './iphone-steps.tsx';

/** Where the browser keeps that somebody has put the card away. */
const storedAs = 'install-card';

/** The ways to put a site on a home screen, each in the words of the browser that has it. */
type Way = 'offer' | 'iphone' | 'android-menu';

function wayOfBrowser(): Way | undefined {
  if (isInstalled()) return undefined;
  if (installOffer.now()) return 'offer';
  if (isIphone()) return 'iphone';
  return navigator.userAgent.includes('Android') ? 'android-menu' : undefined;
}

/** Tells whether the card would be shown; false on the server. */
export function useInstallWay() {
  const [putAway] = useStored(storedAs);
  const way = useSyncExternalStore(installOffer.subscribe, wayOfBrowser, () => undefined);
  return putAway === null ? way : undefined;
}

/** Says how to put the site on the home screen, until it is there or somebody puts the card away. */
export default function InstallCard({ className = '' }: { className?: string }) {
  const { name } = useSite();
  const [, putAway] = useStored(storedAs);
  const way = useInstallWay();
  if (!way) return null;
  return (
    <section
      aria-labelledby="install-heading"
      className={`rounded-card bg-sunken px-4 py-4 sm:px-5 ${className}`}
    >
      <h3 id="install-heading" className="text-xl">
        {name} on your home screen
      </h3>
      <p className="mt-1 text-sm">It opens from there like an app, without a store.</p>
      {way === 'iphone' && <IphoneSteps name={name} />}
      {way === 'android-menu' && (
        <p className="mt-3 text-sm">
          Open your browser’s menu and look for ‘Add to Home screen’ or ‘Install’.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {way === 'offer' && <InstallButton />}
        <Button size="sm" variant="ghost" onClick={() => putAway('away')}>
          Don’t show this again
        </Button>
      </div>
    </section>
  );
}

function InstallButton() {
  const [isBusy, setBusy] = useState(false);
  const install = () => {
    setBusy(true);
    void installOffer.make().finally(() => setBusy(false));
  };
  return (
    <Button size="sm" busy={isBusy} busyLabel="Adding..." onClick={install}>
      Add to home screen
    </Button>
  );
}
