import { useState } from 'react';
import type { EventImport, ImportedEvent } from '#contract/events/imports.ts';
import { formatRange } from '#contract/platform/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { cx } from '#web/ui/cx.ts';
import { CompleteOne } from './complete-events.tsx';
import { eventsIn, isPublishable, isTickedAtFirst, stateBadges } from './import-words.ts';
import { usePublishImport } from './use-import.ts';

/** How many events the list shows at first: a calendar may have a thousand. */
const shownAtFirst = 100;

/** The events of a calendar with their ticks, and the button that publishes the ticked ones. */
export function TickEvents({ preview }: { preview: EventImport }) {
  /** Ticks that differ from those at first. */
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setWhole] = useState(false);
  const publish = usePublishImport(preview.id);
  const { events } = preview;
  const isTicked = (event: ImportedEvent) =>
    isPublishable(event) && isTickedAtFirst(event) !== switched.has(event.uid);
  const ticked = events.filter(isTicked);
  const toggle = (uid: string) => {
    const others = [...switched].filter((each) => each !== uid);
    setSwitched(new Set(switched.has(uid) ? others : [...others, uid]));
  };
  const shown = isWhole ? events : events.slice(0, shownAtFirst);
  return (
    <>
      <ul className="flex max-w-3xl flex-col">
        {shown.map((event) => (
          <EventRow
            key={event.uid}
            importId={preview.id}
            event={event}
            isTicked={isTicked(event)}
            onToggle={() => toggle(event.uid)}
          />
        ))}
      </ul>
      {shown.length < events.length && (
        <p className="mt-4">
          <Button variant="outline" onClick={() => setWhole(true)}>
            Show all {eventsIn(events.length)}
          </Button>
        </p>
      )}
      {events.some(isPublishable) && (
        <p className="needs-script sticky bottom-0 mt-6 max-w-3xl border-t border-line bg-paper py-4">
          <Button
            busy={publish.isPending}
            busyLabel="Publishing..."
            disabled={ticked.length === 0}
            onClick={() =>
              publish.mutate(
                ticked.map(({ uid }) => uid),
                { onSuccess: () => setSwitched(new Set()) },
              )
            }
          >
            Publish {eventsIn(ticked.length)}
          </Button>
        </p>
      )}
    </>
  );
}

interface EventRowProps {
  importId: number;
  event: ImportedEvent;
  isTicked: boolean;
  onToggle: () => void;
}

function EventRow({ importId, event, isTicked, onToggle }: EventRowProps) {
  const { title, state } = event;
  const { label, tone } = stateBadges[state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-t border-line py-4">
      <div className="min-w-0 grow basis-64">
        {isPublishable(event) ? (
          <Checkbox
            label={<span dir="auto">{title}</span>}
            description={<Facts event={event} />}
            checked={isTicked}
            onChange={onToggle}
          />
        ) : (
          <div className="flex gap-3">
            <Space />
            <div className="min-w-0">
              <p dir="auto" className="font-semibold">
                {title || 'An event without a title'}
              </p>
              <p className="text-sm text-muted">
                <Facts event={event} />
              </p>
            </div>
          </div>
        )}
      </div>
      <div className="flex items-center gap-3">
        <Space className="sm:hidden" />
        <Badge tone={tone}>{label}</Badge>
        {state === 'incomplete' && <CompleteButton importId={importId} event={event} />}
      </div>
    </li>
  );
}

/** As wide as a tick. */
const Space = ({ className = '' }) => <span className={cx('size-6 shrink-0', className)} />;

/** The times and the place of an event, and what there is to say about it. */
const Facts = ({ event }: { event: ImportedEvent }) => (
  <>
    {factsOf(event)}
    {[event.reason, ...event.warnings].map(
      (note) =>
        note && (
          <span key={note} className="block">
            {note}
          </span>
        ),
    )}
  </>
);

function CompleteButton({ importId, event }: { importId: number; event: ImportedEvent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        className="needs-script"
        aria-label={`Complete: ${event.title}`}
        onClick={() => setOpen(true)}
      >
        Complete
      </Button>
      {isOpen && <CompleteOne importId={importId} event={event} onClose={() => setOpen(false)} />}
    </>
  );
}

/** 'Monday, Jan 5, 2027 • 7:30 PM – 9:30 PM · The Moot Hall · 12 dates' */
function factsOf({ startTime, endTime, location, dates }: ImportedEvent): string {
  return [
    startTime && formatRange(startTime, endTime),
    location,
    dates !== undefined && (dates === 1 ? '1 date' : `${dates} dates`),
  ]
    .filter(Boolean)
    .join(' · ');
}
