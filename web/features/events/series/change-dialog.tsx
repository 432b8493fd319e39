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
  /** True while the changes are loaded again. */
  asking: boolean;
  busy: boolean;
  onIncludeEdited: (include: boolean) => void;
  onConfirm: () => void;
  onClose: () => void;
}

/** Previews a change's effect on each date. */
export default function ChangeDialog({
  outcome,
  includeEdited,
  asking,
  busy,
  onIncludeEdited,
  onConfirm,
  onClose,
}: ChangeDialogProps) {
  const { changed, added, cancelled, revived, leftAlone } = outcome;
  const touched = changed.length + added.length + cancelled.length + revived.length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={touched === 0 ? 'No date changes' : `Change ${dateLabel(touched)}?`}
      description={told(outcome)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back to the form
          </Button>
          <Button
            busy={busy}
            busyLabel="Saving..."
            disabled={touched === 0 || asking}
            onClick={onConfirm}
          >
            Change {dateLabel(touched)}
          </Button>
        </>
      }
    >
      <div className="grid gap-5" aria-busy={asking}>
        <Part title="Change" lines={changed.map(moveOf)} />
        <Part title="New" lines={added.map(({ startTime }) => formatMoment(startTime))} />
        <Part title="Cancelled" lines={cancelled.map(withAnswers)} />
        <Part title="Take place again" lines={revived.map(withAnswers)} />
        <Part title="Left alone, changed by hand before" lines={leftAlone.map(withAnswers)} />
        {(leftAlone.length > 0 || includeEdited) && (
          <Checkbox
            label="Change those, too"
            description="What was changed by hand is overwritten."
            checked={includeEdited}
            onChange={({ target }) => onIncludeEdited(target.checked)}
          />
        )}
      </div>
    </Dialog>
  );
}

function told({ changed, cancelled, revived }: Outcome): string {
  const answers = [...changed, ...cancelled, ...revived].reduce(
    (sum, { attendeeCount }) => sum + attendeeCount,
    0,
  );
  if (answers === 0) return 'Nobody has said that they are coming yet, so nobody needs to be told.';
  return `Everyone who is going is told in one letter (${answers === 1 ? '1 RSVP' : `${answers} RSVPs`}).`;
}

type Changed = Outcome['changed'][number];

/** Without the day, where that stays. */
function newMoment(before: string, after: string): string {
  const [dayBefore] = formatMoment(before).split(' • ');
  const [day, time] = formatMoment(after).split(' • ');
  return day === dayBefore ? (time ?? '') : formatMoment(after);
}

const moveOf = ({ startTime, newStartTime }: Changed) =>
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
