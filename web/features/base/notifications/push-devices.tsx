import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { PushDevice } from '#contract/base/notifications.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { pushSupport, type PushSupport } from '#web/platform/device/push-support.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { devicesQuery, notificationsQuery } from './queries.ts';
import { TurnOn } from './turn-on.tsx';

/** The switch of this device's notifications, and the devices that show them. */
export function PushDevices() {
  const { data: notifications } = useQuery(notificationsQuery());
  const { data: devices } = useQuery(devicesQuery());
  const support = useSyncExternalStore(neverChanges, pushSupport, () => undefined);
  if (!notifications || !devices) return null;
  if (!notifications.pushAvailable)
    return <Words>This site sends no notifications to phones.</Words>;
  const isOn = devices.some(({ current }) => current);
  return (
    <div className="needs-script mb-8">
      <h4 className="mb-2 font-semibold">Notifications</h4>
      {support && !isOn && <Offer support={support} />}
      {devices.length > 0 && (
        <ul aria-label="Devices with notifications" className="ruled flex flex-col">
          {devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
    </div>
  );
}

const neverChanges = () => () => undefined;

const Words = ({ children }: { children: ReactNode }) => (
  <p className="mb-4 text-sm text-muted">{children}</p>
);

function Offer({ support }: { support: PushSupport }) {
  if (support === 'blocked')
    return (
      <Words>
        Your browser blocks notifications from this site. Allow them in the browser’s settings for
        this site, then load this page again.
      </Words>
    );
  if (support === 'home-screen')
    return (
      <>
        <Words>
          On an iPhone or iPad, notifications come once the site is on your home screen. Put it
          there, open it from there, and come back to this page.
        </Words>
        <p className="mb-4">
          <GuideLink guide="on-your-phone" />
        </p>
      </>
    );
  if (support === 'none')
    return (
      <Words>
        This browser can’t get notifications. Newer ones can, but not in every private window.
      </Words>
    );
  return (
    <>
      <Words>
        Hear of urgent news and reminders on this device, even when the site is closed. You choose
        the rest below.
      </Words>
      <TurnOn className="mb-4" />
    </>
  );
}

function Device({ device: { id, name, current, createdAt, lastSentAt } }: { device: PushDevice }) {
  const params = { id };
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => call('POST /api/user/push-devices/:id/test', { params }),
    done: { title: 'A test is on its way', description: 'It should arrive within seconds.' },
    failed: 'The test wasn’t sent',
  });
  const remove = useMutation({
    mutationFn: async () => {
      await call('DELETE /api/user/push-devices/:id', { params });
      if (current) await (await import('./device-push.ts')).unsubscribeDevice();
    },
    done: `Removed: ${name}`,
    failed: 'The device wasn’t removed',
    onSettled: () => refresh(client, '/api/user/push-devices', '/api/user/notifications'),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 grow items-center gap-x-4">
        <Smartphone aria-hidden="true" className="size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {name}
            {current && <Badge tone="good">This device</Badge>}
          </p>
          <p className="text-sm text-muted">
            {lastSentAt
              ? `Last notification ${formatCommentDate(lastSentAt)}`
              : `Turned on ${formatCommentDate(createdAt)}`}
          </p>
        </div>
      </div>
      <div className="flex gap-2 max-sm:ml-10">
        <Button
          variant="quiet"
          busy={test.isPending}
          busyLabel="Sending..."
          aria-label={`Send a test: ${name}`}
          onClick={() => test.mutate()}
        >
          Send a test
        </Button>
        <Button
          variant="quiet"
          busy={remove.isPending}
          busyLabel="Removing..."
          aria-label={`Remove: ${name}`}
          onClick={() => remove.mutate()}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
