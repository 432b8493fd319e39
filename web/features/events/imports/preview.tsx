import { useIfMailed } from '#web/platform/site.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#contract/community/groups.ts';
import type { EventImport, ImportedEvent } from '#contract/events/imports.ts';
import { formatMoment, formatRange } from '#contract/platform/dates.ts';
import { importsPath } from '#contract/events/event-paths.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Missing } from '#web/ui/missing.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { CompleteAll, CompleteOne } from './complete-events.tsx';
import { summaryOf, eventsIn, isPublishable, badgeOf, venueNotes } from './import-words.ts';
import { importQuery } from './import-pages.ts';
import { useUndoImport, usePublishImport } from './use-import.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { cx } from '#web/ui/cx.ts';
import { DialogButton } from '#web/ui/dialog-button.tsx';

interface PreviewProps {
  group: Group;
  importId: string;
}

/** Shows the events of a calendar as they would become here, and publishes the ticked ones. */
export function Preview({ group, importId }: PreviewProps) {
  const { data, isPending, refetch } = useQuery(importQuery(importId));
  if (isPending) return <FormSkeleton label="Loading" className="mt-10" />;
  if (!data) {
    return <Unavailable as="h1" what="This calendar" onRetry={() => void refetch()} />;
  }
  if (data.events.length === 0) {
    return (
      <Missing
        className="mt-10"
        title="There is no event in this calendar"
        hint="Please check that you exported events, and not contacts or tasks."
        href={importsPath(group.id)}
        label="Choose another calendar"
      />
    );
  }
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        back={{ href: importsPath(group.id), label: 'Other calendars' }}
        title="Events of your calendar"
        lead={summaryOf(data.events)}
      />
      <Undo groupId={group.id} preview={data} />
      {data.suggested && data.publishedAt === null && <Decline groupId={group.id} id={data.id} />}
      <CompleteAll preview={data} />
      <TickEvents preview={data} />
    </>
  );
}

/** Ends a suggestion; its events come back once their calendar changes them. */
function Decline({ groupId, id }: { groupId: number; id: number }) {
  const decline = useUndoImport(groupId, id, 'We won’t suggest these again');
  return (
    <Notice
      className="mb-8"
      title="From the calendar that you follow"
      action={
        <Button
          variant="outline"
          className="needs-script"
          busy={decline.isPending}
          onClick={() => decline.mutate()}
        >
          Don’t suggest again
        </Button>
      }
    >
      <p>Nothing here is published before you say so.</p>
    </Notice>
  );
}

/** Takes a published import back. */
function Undo({ groupId, preview }: { groupId: number; preview: EventImport }) {
  const ifMailed = useIfMailed();
  const undo = useUndoImport(groupId, preview.id, 'The import is taken back');
  const { undoUntil } = preview;
  if (undoUntil === null) return null;
  return (
    <Notice
      tone="good"
      className="mb-8"
      title="Published"
      action={
        <DialogButton
          variant="outline"
          className="needs-script"
          label="Take it all back"
          dialog={(close) => (
            <LazyConfirmDialog
              onOpenChange={close}
              title="Take the import back?"
              description={`Its events go, and those that it changed are as before. Events that people have answered to are cancelled${ifMailed(', and we tell them')}.`}
              confirmLabel="Take it back"
              danger
              busy={undo.isPending}
              onConfirm={() => undo.mutate()}
            />
          )}
        />
      }
    >
      <p>You can take all of it back until {formatMoment(undoUntil)}.</p>
    </Notice>
  );
}

/** How many events the list shows at first: a calendar may have a thousand. */
const shownAtFirst = 100;

/** The events of a calendar with their ticks, and the button that publishes the ticked ones. */
function TickEvents({ preview }: { preview: EventImport }) {
  /** Ticks that differ from those at first. */
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setWhole] = useState(false);
  const publish = usePublishImport(preview.id);
  const isOver = ({ state }: ImportedEvent) => Number(state === 'past');
  const events = preview.events.toSorted((one, other) => isOver(one) - isOver(other));
  const isTicked = (event: ImportedEvent) =>
    isPublishable(event) && event.preselected !== switched.has(event.uid);
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
  const { label, tone } = badgeOf(event);
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
    {[...venueNotes(event), event.reason, ...event.warnings].map(
      (note) =>
        note && (
          <span key={note} className="mt-1 block wrap-anywhere">
            {note}
          </span>
        ),
    )}
  </>
);

const CompleteButton = ({ importId, event }: { importId: number; event: ImportedEvent }) => (
  <DialogButton
    size="sm"
    variant="outline"
    className="needs-script"
    aria-label={`Complete: ${event.title}`}
    label="Complete"
    dialog={(close) => <CompleteOne importId={importId} event={event} onClose={close} />}
  />
);

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
