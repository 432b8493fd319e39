import { useEffect, useRef } from 'react';
import { useSite } from '../../platform/site.tsx';
import { calendarLinks, type CalendarEvent } from './calendar-links.ts';

const row =
  'flex min-h-11 items-center rounded-card px-3 py-2 font-semibold text-ink no-underline hover:bg-sunken';

export default function CalendarList(event: CalendarEvent) {
  const first = useRef<HTMLLIElement>(null);
  useLightDismiss(first);
  const { origin } = useSite();
  const { file, google, outlook } = calendarLinks(event, origin);
  const outside = { target: '_blank', rel: 'noopener', className: row };
  return (
    <>
      <li ref={first}>
        <a href={google} {...outside}>
          Google Calendar
        </a>
      </li>
      <li>
        <a href={outlook} {...outside}>
          Outlook
        </a>
      </li>
      <li>
        <a href={file} download={`event-${event.id}.ics`} className={row}>
          Calendar file (.ics)
        </a>
      </li>
    </>
  );
}

/** Closes on Escape, with the focus back on the button, and once a press or the focus goes elsewhere. */
function useLightDismiss(item: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const disclosure = item.current?.closest('details');
    if (!disclosure) return;
    const within = (target: EventTarget | null) =>
      target instanceof Node && disclosure.contains(target);
    const close = () => {
      disclosure.open = false;
    };
    const elsewhere = ({ target }: Event) => {
      if (!within(target)) close();
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !disclosure.open) return;
      const focused = within(document.activeElement);
      close();
      if (focused) disclosure.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
      document.removeEventListener('keydown', escape);
    };
  }, [item]);
}
