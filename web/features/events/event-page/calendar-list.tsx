import { useRef } from 'react';
import { useSite } from '#web/platform/site.tsx';
import { useLightDismiss } from '#web/ui/use-light-dismiss.ts';
import { useCalendarFileLabel } from './calendar-file-label.ts';
import { calendarLinks, type LinkEvent } from './calendar-links.ts';

const rowClass =
  'flex min-h-11 items-center rounded-card px-3 py-2 font-semibold text-ink no-underline hover:bg-sunken';

export default function CalendarList(event: LinkEvent) {
  const first = useRef<HTMLLIElement>(null);
  useLightDismiss(first);
  const { origin } = useSite();
  const fileLabel = useCalendarFileLabel();
  const { file, google, outlook } = calendarLinks(event, origin);
  const outside = { target: '_blank', rel: 'noopener', className: rowClass };
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
        <a href={file} download={`event-${event.id}.ics`} className={rowClass}>
          {fileLabel}
        </a>
      </li>
    </>
  );
}
