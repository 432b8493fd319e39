import { useState } from 'react';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';

const EmbedDialog = lazyPart(() => import('./embed-dialog.tsx'));

export interface EmbedProps {
  /** The group whose events are shown. Without one, the page's own filters apply to all groups. */
  group?: { id: number; name: string };
}

export default function EmbedButton({ group }: EmbedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        data-embed
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Put these on your website
      </Button>
      {open && <EmbedDialog {...(group && { group })} onClose={() => setOpen(false)} />}
    </>
  );
}
