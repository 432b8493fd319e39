import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CalendarPlus } from '#web/ui/icons.tsx';

export interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface SubscribeButtonProps {
  /** Names the calendar, as in 'Subscribe to these events'. */
  to: string;
  /** Renders the dialog, which loads at the first press. */
  dialog: (opened: Opened) => ReactNode;
}

export function SubscribeButton({ to, dialog }: SubscribeButtonProps) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button
        variant="outline"
        data-subscribe
        aria-label={`Subscribe to ${to}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <CalendarPlus className="size-5" /> Subscribe
      </Button>
      {open !== undefined && dialog({ open, onOpenChange: setOpen })}
    </>
  );
}
