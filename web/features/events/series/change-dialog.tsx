import { useState } from 'react';
import { CancelReason } from '#web/features/events/events/cancel-reason.tsx';
import { useIfMailed } from '#web/platform/site.tsx';
import { formatMoment } from '#contract/platform/dates.ts';
import type { AnswerFor } from '#web/platform/data/api.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { dateLabel } from './series-words.ts';

export type Outcome = AnswerFor<'POST /api/series/:id/preview'>;

interface ChangeDialogProps {
  outcome: Outcome;
  includeEdited: boolean;
  /** True while the preview reloads. */
  isLoading: boolean;
  busy: boolean;
  onIncludeEdited: (include: boolean) => void;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Previews a change's effect on each date. */
export default function ChangeDialog({
  outcome,
  includeEdited,
  isLoading,
  busy,
  onIncludeEdited,
  onConfirm,
  onClose,
}: ChangeDialogProps) {
  const ifMailed = useIfMailed();
  const [reason, setReason] = useState('');
  const { changed, added, cancelled, revived, leftAlone } = outcome;
  const touched = changed.length + added.length + cancelled.length + revived.length;
  return (
    <Dialog
      onOpenChange={onClose}
      title={touched === 0 ? 'Nothing to change' : `Change ${dateLabel(touched)}?`}
      description={ifMailed(notificationNote(outcome), '') || undefined}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back to the form
          </Button>
          <Button
            busy={busy}
            busyLabel="Saving..."
            disabled={touched === 0 || isLoading}
            onClick={() => onConfirm(reason)}
          >
            Change {dateLabel(touched)}
          </Button>
        </>
      }
    >
      <div className="grid gap-5" aria-busy={isLoading}>
        <Part title="Change" lines={changed.map(moveOf)} />
        <Part title="New" lines={added.map(({ startTime }) => formatMoment(startTime))} />
        <Part title="Cancelled" lines={cancelled.map(withAnswers)} />
        {cancelled.length > 0 && <CancelReason value={reason} onChange={setReason} />}
        <Part title="Back on" lines={revived.map(withAnswers)} />
        <Part
          title="Left as they are, because they were edited separately"
          lines={leftAlone.map(withAnswers)}
        />
        {(leftAlone.length > 0 || includeEdited) && (
          <Checkbox
            label="Change these too"
            description="This replaces the separate edits."
            checked={includeEdited}
            onChange={({ target }) => onIncludeEdited(target.checked)}
          />
        )}
      </div>
    </Dialog>
  );
}

function notificationNote({ changed, cancelled, revived }: Outcome): string {
  const answers = [...changed, ...cancelled, ...revived].reduce(
    (sum, { attendeeCount }) => sum + attendeeCount,
    0,
  );
  if (answers === 0) return "Nobody has signed up yet, so we won't email anyone.";
  return `We'll send one email to everyone who is going (${answers === 1 ? '1 RSVP' : `${answers} RSVPs`}).`;
}

type ChangedDate = Outcome['changed'][number];

/** Formats the new time, without the day if that stays the same. */
function newMoment(before: string, after: string): string {
  const [dayBefore] = formatMoment(before).split(' • ');
  const [day, time] = formatMoment(after).split(' • ');
  return day === dayBefore ? (time ?? '') : formatMoment(after);
}

const moveOf = ({ startTime, newStartTime }: ChangedDate) =>
  startTime === newStartTime
    ? formatMoment(startTime)
    : `${formatMoment(startTime)} → ${newMoment(startTime, newStartTime)}`;

const withAnswers = ({ startTime, attendeeCount }: Outcome['cancelled'][number]) =>
  attendeeCount === 0
    ? formatMoment(startTime)
    : `${formatMoment(startTime)}, ${attendeeCount} going`;

const Part = ({ title, lines }: { title: string; lines: string[] }) =>
  lines.length > 0 && (
    <section>
      <h3 className="mb-1 font-semibold">
        {title}: {dateLabel(lines.length)}
      </h3>
      <ul className="text-sm text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
