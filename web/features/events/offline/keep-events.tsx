import { useEffect, useSyncExternalStore } from 'react';
import type { Account } from '#contract/base/accounts.ts';
import { offlineEvents } from '#contract/platform/limits.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { forgetEvents } from '#web/platform/data/forget-device.ts';
import { isInstalled } from '#web/platform/device/installed.ts';
import { hasWorker } from '#web/platform/device/register-worker.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { toast } from '#web/ui/toast.ts';
import { useStored } from '#web/ui/use-stored.ts';
import { keepAgain, keepPages } from './keep-pages.ts';
import { offlineDays } from './kept-pages.ts';

/** Lets a member keep the pages of their events on this device, and reads them ahead. */
export default function KeepEvents() {
  const { user } = useUser();
  return user ? <KeepEventsOf user={user} /> : null;
}

function KeepEventsOf({ user }: { user: Account }) {
  const [choice, choose] = useStored(`keep-events ${user.id}`);
  const [canKeep, isDefault] = [useInBrowser(canKeepPages), useInBrowser(isInstalled)];
  const keeps = canKeep && (choice === null ? isDefault : choice === 'yes');
  useEffect(() => {
    // The next visit tries again.
    if (keeps) keepPages(user.id).catch(() => undefined);
  }, [keeps, user.id]);
  const change = (isOn: boolean) => {
    choose(isOn ? 'yes' : 'no');
    keepAgain();
    if (!isOn) forgetEvents();
    toast({
      tone: 'good',
      title: isOn ? 'Your events open without a signal now' : 'Deleted from this device',
    });
  };
  return (
    <div className="needs-script">
      <Checkbox
        label="Keep my events on this device"
        description={
          canKeep
            ? `My Events and the pages of your next ${offlineEvents} events then open without a signal. They are deleted when you sign out, and after ${offlineDays} days without a visit.`
            : 'This browser can’t keep pages. It may be a private window.'
        }
        disabled={!canKeep}
        checked={keeps}
        onChange={({ target }) => change(target.checked)}
      />
    </div>
  );
}

const canKeepPages = () => hasWorker() && 'caches' in window;

/** Asks the browser; false on the server and until the page is hydrated. */
const useInBrowser = (isTrue: () => boolean): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    isTrue,
    () => false,
  );
