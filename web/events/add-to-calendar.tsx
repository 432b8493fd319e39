import { useEffect, useRef } from 'react';
import type { Event } from '../../contract/events.ts';
import { part, whenReached } from '../part.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { CalendarPlus, ChevronDown } from '../ui/icons.tsx';

const Links = part(() => import('./calendar-list.tsx'), undefined, whenReached('details'));

/** Links that open from a button of the browser's own, so that they are there before any script is. */
export function AddToCalendar({ event, className }: { event: Event; className?: string }) {
  const { id, title, description, startTime, endTime, location, town } = event;
  const disclosure = useRef<HTMLDetailsElement>(null);
  useLightDismiss(disclosure);
  return (
    <details ref={disclosure} className={cx('group/calendar relative', className)}>
      <summary
        className={cx(
          buttonClass({ variant: 'outline', block: true }),
          'cursor-pointer list-none select-none [&::-webkit-details-marker]:hidden',
        )}
      >
        <CalendarPlus className="size-5" />
        Add to calendar
        <ChevronDown className="size-5 group-open/calendar:rotate-180" />
      </summary>
      <ul
        aria-label="Add to calendar"
        className="absolute inset-x-0 top-full z-20 mt-1 rounded-card border border-line bg-card p-1.5 shadow-lift dark:border-edge"
      >
        <Links {...{ id, title, description, startTime, endTime, location, town }} />
      </ul>
    </details>
  );
}

/** Closes on Escape, with the focus back on the button, and once a press or the focus goes elsewhere. */
function useLightDismiss(disclosure: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const within = (target: EventTarget | null) =>
      target instanceof Node && disclosure.current?.contains(target) === true;
    const close = () => {
      if (disclosure.current) disclosure.current.open = false;
    };
    const elsewhere = ({ target }: globalThis.Event) => {
      if (!within(target)) close();
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || disclosure.current?.open !== true) return;
      const focused = within(document.activeElement);
      close();
      if (focused) disclosure.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
      document.removeEventListener('keydown', escape);
    };
  }, [disclosure]);
}
