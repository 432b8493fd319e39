import { useSite } from '#web/platform/site.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { calendarLinks } from '#web/features/events/event-page/calendar-links.ts';
import type { GuestProps } from './guest-parts.ts';

const outside = {
  target: '_blank',
  rel: 'noopener noreferrer',
  className: buttonClass({ variant: 'outline', size: 'sm' }),
};

/** Calendars on the web; for others the guest has the file in an email, with the venue. */
export function CalendarPart({ rsvp: { event } }: Pick<GuestProps, 'rsvp'>) {
  const { origin } = useSite();
  const { google, outlook } = calendarLinks({ description: '', ...event }, origin);
  return (
    <section aria-labelledby="calendar" className="mt-8 border-t border-line pt-6">
      <h2 id="calendar" className="text-xl">
        Add to calendar
      </h2>
      <p className="mt-1 text-muted">
        Open the file in the email we sent you, or use one of these.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={google} {...outside}>
          Google Calendar
        </a>
        <a href={outlook} {...outside}>
          Outlook
        </a>
      </div>
    </section>
  );
}
