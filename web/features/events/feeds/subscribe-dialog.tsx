import { useSite } from '#web/platform/site.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Opened } from './subscribe-button.tsx';
import { SubscribeWays } from './subscribe-ways.tsx';

interface SubscribeDialogProps extends Opened {
  path: string;
  to: string;
}

/** The ways to have a public calendar in one's own. */
export default function SubscribeDialog({ open, onOpenChange, path, to }: SubscribeDialogProps) {
  const site = useSite();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Subscribe"
      description={
        <>
          Your calendar keeps up with {to}: what is new comes by itself, what moves moves, and what
          is called off is marked.
        </>
      }
    >
      <SubscribeWays url={site.origin + path} name={site.name} />
    </Dialog>
  );
}
