import { useState, type ReactNode } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useSite } from '#web/platform/site.tsx';
import { CalendarPlus } from '#web/ui/icons.tsx';
import type { DialogProps } from './opened.ts';
import { subscribeAddresses } from './subscribe-addresses.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';

interface SubscribeButtonProps {
  /** Names the calendar, as in 'Add to my calendar: these events'. */
  to: string;
  /** The calendar's path, where anyone may read it: a link without script. */
  path?: string;
  /** Renders the dialog, which loads at the first press. */
  dialog: (opened: DialogProps) => ReactNode;
}

export function SubscribeButton({ to, path, dialog }: SubscribeButtonProps) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button
        variant="outline"
        data-subscribe
        className="needs-script max-sm:col-span-full"
        aria-label={`Add to my calendar: ${to}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <CalendarPlus className="size-5" /> Add to my calendar
      </Button>
      <noscript className="noscript:contents">
        {import.meta.env.SSR && path && <SubscribeLink to={to} path={path} />}
      </noscript>
      {open !== undefined && dialog({ open, onOpenChange: setOpen })}
    </>
  );
}

function SubscribeLink({ to, path }: { to: string; path: string }) {
  const { origin, name } = useSite();
  return (
    <a
      href={subscribeAddresses(origin + path, name).webcal}
      aria-label={`Add to my calendar: ${to}`}
      className={`${buttonClass({ variant: 'outline' })} max-sm:col-span-full`}
    >
      <CalendarPlus className="size-5" /> Add to my calendar
    </a>
  );
}

const SubscribeDialog = lazyPart(() => import('./subscribe-dialog.tsx'));

interface SubscribeToCalendarProps {
  /** The calendar's path on this site. */
  path: string;
  to: string;
}

/** Button that subscribes to a public calendar. */
export function SubscribeToCalendar({ path, to }: SubscribeToCalendarProps) {
  return (
    <SubscribeButton
      to={to}
      path={path}
      dialog={(opened) => <SubscribeDialog {...opened} path={path} to={to} />}
    />
  );
}

const OwnCalendarDialog = lazyPart(() => import('./own-calendar-dialog.tsx'));

/** Button that subscribes to the member's own events. */
export function SubscribeToOwnCalendar() {
  return <SubscribeButton to="my events" dialog={(opened) => <OwnCalendarDialog {...opened} />} />;
}
