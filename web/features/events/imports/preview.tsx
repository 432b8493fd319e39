import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#contract/community/groups.ts';
import type { EventImport } from '#contract/events/imports.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { importsPath } from '#contract/events/event-paths.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Missing } from '#web/ui/missing.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { CompleteAll } from './complete-events.tsx';
import { summaryOf } from './import-words.ts';
import { importQuery } from './queries.ts';
import { TickEvents } from './tick-events.tsx';
import { useUndoImport } from './use-import.ts';

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
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoImport(groupId, preview.id, 'The import is taken back');
  const { undoUntil } = preview;
  if (undoUntil === null) return null;
  return (
    <>
      <Notice
        tone="good"
        className="mb-8"
        title="Published"
        action={
          <Button variant="outline" className="needs-script" onClick={() => setAsking(true)}>
            Take it all back
          </Button>
        }
      >
        <p>You can take all of it back until {formatMoment(undoUntil)}.</p>
      </Notice>
      {isAsking && (
        <LazyConfirmDialog
          open
          onOpenChange={setAsking}
          title="Take the import back?"
          description="Its events go, and those that it changed are as before. Events that people have answered to are cancelled, and we tell them."
          confirmLabel="Take it back"
          danger
          busy={undo.isPending}
          onConfirm={() => undo.mutate()}
        />
      )}
    </>
  );
}
