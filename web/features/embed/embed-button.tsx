import { useState } from 'react';
import { lazyPart } from '../../platform/router/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';

const EmbedDialog = lazyPart(() => import('./embed-dialog.tsx'));

export interface EmbedProps {
  /** What is listed, in words: 'Events of Hello Hebden'. */
  title: string;
  /** Where the list is, as narrowed as it is here: '/embed/events?group=5'. */
  path: string;
  /** The list here is of certain days, which go by. */
  ofDays?: boolean;
}

export default function EmbedButton(props: EmbedProps) {
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
      {open && <EmbedDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
