import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { pushSupport } from '#web/platform/device/push-support.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useStored } from '#web/ui/use-stored.ts';
import { devicesQuery, notificationsQuery } from './queries.ts';
import { TurnOn } from './turn-on.tsx';

/** Offers to turn notifications on, until somebody does so on this device or says 'Not now'. */
export default function PushOffer({ className }: { className?: string }) {
  const [answer, setAnswer] = useStored('push-offer');
  const canPush = useSyncExternalStore(
    () => () => undefined,
    () => pushSupport() === 'can',
    () => false,
  );
  const enabled = canPush && answer === null;
  const { data: notifications } = useQuery({ ...notificationsQuery(), enabled });
  const { data: devices } = useQuery({ ...devicesQuery(), enabled });
  if (!enabled || !notifications?.pushAvailable || !devices) return null;
  if (devices.some(({ current }) => current)) return null;
  return (
    <Notice
      className={className}
      title="Hear of it in time"
      action={
        <div className="flex flex-wrap gap-2">
          <TurnOn size="sm" />
          <Button size="sm" variant="ghost" onClick={() => setAnswer('no')}>
            Not now
          </Button>
        </div>
      }
    >
      <p className="text-sm">
        This device can tell you when a place is free, or an event moves or is cancelled.
      </p>
    </Notice>
  );
}
