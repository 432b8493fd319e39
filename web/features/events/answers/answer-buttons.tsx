import { useQueryClient } from '@tanstack/react-query';
import type { EventCard } from '#contract/events/events.ts';
import { call, urlOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { SentAs } from '#web/platform/forms/posted.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { answers } from './answers.ts';
import { refreshRsvp } from '#web/features/events/attendance/use-rsvp.ts';

const key = 'PUT /api/events/:id/answer';

type Choice = (typeof answers)[number];

/** The two answers to the question of an event, beneath its card. */
export function AnswerButtons({ event }: { event: EventCard }) {
  const client = useQueryClient();
  const params = { id: event.id };
  const give = useMutation({
    mutationFn: ({ answer }: Choice) => call(key, { params, body: { answer } }),
    onSuccess: (_, { said }) => toast({ title: said, description: event.title, tone: 'good' }),
    onError: (error) => toastFailure('Answer not sent', error, 'Please try again.'),
    onSettled: () => refreshRsvp(client, event.id),
  });
  return (
    <div role="group" aria-label={event.title} className="mt-3 grid grid-cols-2 gap-2">
      {answers.map((choice) => (
        <form
          key={choice.answer}
          method="post"
          action={urlOf(key, { params })}
          onSubmit={(submission) => {
            submission.preventDefault();
            if (!give.isPending) give.mutate(choice);
          }}
        >
          <SentAs keyOf={key} />
          <input type="hidden" name="answer" value={choice.answer} />
          <Button
            type="submit"
            variant="outline"
            block
            busy={give.isPending && give.variables === choice}
            busyLabel="Sending..."
          >
            {choice.label}
          </Button>
        </form>
      ))}
    </div>
  );
}
