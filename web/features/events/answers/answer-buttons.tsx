import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventCard } from '#contract/events/events.ts';
import type { Who } from '#contract/events/household.ts';
import type { SeriesAnswers } from '#contract/events/series/series-changes.ts';
import { call } from '#web/platform/data/api.ts';
import { query, refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { type ToastOptions } from '#web/ui/toast.ts';
import { answerChoices } from './answers.ts';
import { refreshRsvp } from '#web/features/events/attendance/use-rsvp.ts';
import WhoFields, { partyWords } from '#web/features/events/household/who-fields.tsx';
import { attendedWords, dateLabel } from '#web/features/events/series/series-words.ts';

const callKey = 'PUT /api/events/:id/answer';

type Choice = (typeof answerChoices)[number];

/**
 * The two answers to the question of an event, beneath its card: for a series also for all dates
 * that wait for one, and where children are meant, for those of the viewer.
 */
export function AnswerButtons({ event }: { event: EventCard }) {
  const [all, setAll] = useState(false);
  const { who, household, setWho } = usePartyChoice(event);
  const [phone, setPhone] = useState('');
  const give = useGiveAnswer(event, { all, who, phone });
  return (
    <div role="group" aria-label={event.title} className="mt-3 grid items-end gap-3">
      {who && household && (
        <WhoFields
          who={who}
          household={household}
          onChange={setWho}
          phone={phone}
          onPhone={setPhone}
        />
      )}
      {event.series && (
        <div className="needs-script">
          <Checkbox
            label="All dates to come"
            description={`${event.series.text}. Dates you’ve answered stay as they are.`}
            checked={all}
            onChange={() => setAll(!all)}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-2">
        {answerChoices.map((choice) => (
          <CallForm
            call={callKey}
            params={{ id: event.id }}
            key={choice.answer}
            onSend={() => {
              if (!give.isPending) give.mutate(choice);
            }}
          >
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
          </CallForm>
        ))}
      </div>
    </div>
  );
}

/**
 * Whom the answer is for, at events for under 18s; those who answer for no child are asked nothing.
 */
function usePartyChoice(event: EventCard) {
  const [chosen, setWho] = useState<Who>();
  const { data } = useQuery({
    ...query('GET /api/user/household'),
    enabled: event.audience === 'under18',
  });
  if (!data?.length) return { setWho };
  const household = data.map((child) => ({ ...child, status: null, answeredBy: null }));
  return { household, who: chosen ?? partyWords(household, null, true), setWho };
}

interface AnswerScope {
  all: boolean;
  who: Who | undefined;
  phone: string;
}

function useGiveAnswer(event: EventCard, { all, who, phone }: AnswerScope) {
  const client = useQueryClient();
  const bodyOf = ({ answer }: Choice) =>
    answer === 'going' && who ? { answer, who, phone } : ({ answer } as const);
  return useMutation({
    mutationFn: async (choice: Choice): Promise<ToastOptions> => {
      const body = bodyOf(choice);
      if (all && event.series) {
        const params = { id: event.series.id };
        return wordsOf(choice, await call('PUT /api/series/:id/answer', { params, body }));
      }
      await call(callKey, { params: { id: event.id }, body });
      return { title: choice.said, description: event.title };
    },
    done: (words) => words,
    failed: 'Answer not sent',
    onSettled: () =>
      event.series && all
        ? refresh(client, '/api/series/', '/api/events', '/api/user/event')
        : refreshRsvp(client, event.id),
  });
}

/** Tells for how many dates the answer was taken; those that are full or closed took none. */
function wordsOf({ said }: Choice, { going, waiting, cant, refused }: SeriesAnswers) {
  if (cant.length > 0) return { title: said, description: dateLabel(cant.length) };
  const counts = { going: going.length, waiting: waiting.length, refused: refused.length };
  return {
    title: going.length + waiting.length > 0 ? said : 'No date taken',
    description: attendedWords(counts),
  };
}
