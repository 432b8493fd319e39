import { useQueryClient } from '@tanstack/react-query';
import { failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

/** A browser refuses without a reason, as private windows do. */
const refusedByBrowser =
  'This browser didn’t allow it. In a private window notifications can’t be turned on.';

/** Turns this device's notifications on; the browser asks the member first. */
export function TurnOn(look: Pick<ButtonProps, 'size' | 'className'>) {
  const turnOn = usePushSwitch();
  return (
    <Button
      {...look}
      busy={turnOn.isPending}
      busyLabel="Turning on..."
      onClick={() => turnOn.mutate()}
    >
      Turn on notifications
    </Button>
  );
}

function usePushSwitch() {
  const client = useQueryClient();
  return useMutation({
    // The browser asks only within the press itself, so its question comes before the code.
    mutationFn: async () => {
      if ((await Notification.requestPermission()) !== 'granted') return false;
      const { subscribeDevice } = await import('./device-push.ts');
      await subscribeDevice();
      return true;
    },
    onSuccess: (isOn) => {
      if (isOn) toast({ tone: 'good', title: 'Notifications are on' });
      else
        toast({
          title: 'Notifications are off',
          description: 'Your browser was told not to allow them.',
        });
    },
    onError: (error) =>
      toastFailure(
        'Notifications couldn’t be turned on',
        error,
        failureOf(error).status === undefined ? refusedByBrowser : 'Please try again later.',
      ),
    onSettled: () => refresh(client, '/api/user/push-devices', '/api/user/notifications'),
  });
}
