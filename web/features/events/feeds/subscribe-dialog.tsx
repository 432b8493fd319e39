import { useSite } from '#web/platform/site.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { DialogProps } from './opened.ts';
import { SubscribeWays } from './subscribe-ways.tsx';

interface SubscribeDialogProps extends DialogProps {
  path: string;
  to: string;
}

/** Offers ways to subscribe to a public calendar. */
export default function SubscribeDialog({ open, onOpenChange, path, to }: SubscribeDialogProps) {
  const site = useSite();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add to my calendar"
      description={
        <>
          Your calendar will keep up with {to}. New events appear, and changes and cancellations
          update by themselves.
        </>
      }
    >
      <SubscribeWays url={site.origin + path} name={site.name} />
    </Dialog>
  );
}
