import type { Event } from '#contract/events/events.ts';
import { lazyPart, whenReached } from '#web/platform/router/lazy-part.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { CalendarPlus, ChevronDown } from '#web/ui/icons.tsx';

const Links = lazyPart(() => import('./calendar-list.tsx'), undefined, whenReached('details'));

/** Calendar links in a native `<details>`, so that they work before the script loads. */
export function AddToCalendar({ event }: { event: Event }) {
  return (
    <details className="relative">
      <summary className={cx(buttonClass({ variant: 'outline', block: true }), 'select-none')}>
        <CalendarPlus className="size-5" />
        Add to calendar
        <ChevronDown className="size-5" />
      </summary>
      <ul
        aria-label="Add to calendar"
        className="absolute inset-x-0 top-full z-20 mt-1 rounded-card border border-line bg-card p-1.5 shadow-lift dark:border-edge"
      >
        <Links {...event} />
      </ul>
    </details>
  );
}
