import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useChangeSite } from '#web/platform/site.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { useStored } from '#web/ui/use-stored.ts';
import { offerName } from './offer.ts';

const AddPasskeyDialog = lazyPart(() => import('./add-passkey-dialog.tsx'));

/** Offers a passkey once to somebody who has logged in with a password on this device. */
export default function PasskeyOffer() {
  const [isAdding, setAdding] = useState(false);
  const [, store] = useStored(offerName);
  const changeSite = useChangeSite();
  const putAway = () => {
    store('put away');
    changeSite({ offersPasskey: false });
  };
  return (
    <aside
      aria-label="Log in without a password"
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card bg-sunken p-4 forced-colors:border print:hidden"
    >
      <div className="flex min-w-0 grow basis-72 gap-4">
        <Fingerprint aria-hidden="true" className="mt-0.5 size-7 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <p className="font-display font-semibold">Log in without a password next time?</p>
          <p className="text-muted">Use your fingerprint, face or screen lock on this device.</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => setAdding(true)}>
          Set it up
        </Button>
        <Button variant="ghost" onClick={putAway}>
          Not now
        </Button>
      </div>
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} onAdded={putAway} />}
    </aside>
  );
}
