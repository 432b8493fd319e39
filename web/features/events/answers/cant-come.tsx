import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { Event } from '#contract/events/events.ts';
import { call, failureOf, urlOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Button } from '#web/ui/button.tsx';
import { InputField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { cannotComeWords } from './answers.ts';
import { refreshRsvp } from '#web/features/events/attendance/use-rsvp.ts';

const callKey = 'PUT /api/events/:id/answer';

/** Says that the viewer can't come, with a line to the organisers; and takes that back. */
export default function CantCome({ event }: { event: Event }) {
  const { say, undo } = useAnswer(event);
  const undoId = useId();
  if (event.answer !== 'cant') {
    return (
      <CallForm
        call={callKey}
        params={{ id: event.id }}
        className="mt-3"
        onSend={() => say.mutate(undefined)}
      >
        <input type="hidden" name="answer" value="cant" />
        <Button type="submit" variant="outline" block busy={say.isPending} busyLabel="Sending...">
          Can’t come
        </Button>
      </CallForm>
    );
  }
  return (
    <div className="mt-3">
      <p role="status" className="mb-3 font-semibold">
        The organisers know that you can’t come.
      </p>
      <CallForm call={undoKey} params={{ id: event.id }} id={undoId} onSend={() => undo.mutate()} />
      <NoteForm event={event} busy={say.isPending} onSend={say.mutate}>
        <Button
          type="submit"
          form={undoId}
          variant="ghost"
          busy={undo.isPending}
          busyLabel="Sending..."
        >
          Take it back
        </Button>
      </NoteForm>
    </div>
  );
}

const undoKey = 'DELETE /api/events/:id/answer';

interface NoteFormProps {
  event: Event;
  busy: boolean;
  onSend: (note: string) => void;
  /** The button beside 'Send'. */
  children: ReactNode;
}

/** A line to the organisers, who alone read it. */
function NoteForm({ event, busy, onSend, children }: NoteFormProps) {
  const { typed, wrong } = usePosted(`POST ${urlOf(callKey, { params: { id: event.id } })}`);
  const [note, setNote] = useState(typed.note ?? event.answerNote ?? '');
  return (
    <CallForm key={event.id} call={callKey} params={{ id: event.id }} onSend={() => onSend(note)}>
      <input type="hidden" name="answer" value="cant" />
      <InputField
        label="A line to the organisers"
        optional
        hint="Only they see it."
        error={wrong.note}
        name="note"
        maxLength={140}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" variant="quiet" busy={busy} busyLabel="Sending...">
          Send
        </Button>
        {children}
      </div>
    </CallForm>
  );
}

function useAnswer(event: Event) {
  const client = useQueryClient();
  const params = { id: event.id };
  const onSettled = () => refreshRsvp(client, event.id);
  const undo = useMutation({
    mutationFn: () => call(undoKey, { params }),
    done: 'Taken back',
    failed: 'Answer not taken back',
    onSettled,
  });
  const say = useMutation({
    mutationFn: (note: string | undefined) =>
      call(callKey, { params, body: { answer: 'cant', note } }),
    onSuccess: (_, note) =>
      toast(
        note === undefined
          ? {
              title: cannotComeWords.said,
              description: 'You can add a line to the organisers.',
              tone: 'good',
              action: { label: 'Undo', onSelect: () => undo.mutate() },
            }
          : { title: 'Sent to the organisers', tone: 'good' },
      ),
    onError: (error) =>
      toastFailure('Answer not sent', error, failureOf(error).fields?.note ?? 'Please try again.'),
    onSettled,
  });
  return { say, undo };
}
