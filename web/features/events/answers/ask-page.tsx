import { askPath } from '#contract/platform/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { AskedEvent } from '#contract/events/answers.ts';
import type { Who } from '#contract/events/household.ts';
import { call, failureOf, type InputFor } from '#web/platform/data/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import {
  NextStep,
  AnswerForm,
  BrokenLink,
  isUnknownLink,
  PlaceArticle,
  RefusedLink,
  EventPlace,
} from '#web/features/events/attendance/offer-parts.tsx';
import WhoFields, { partyWords } from '#web/features/events/household/who-fields.tsx';
import { answerChoices } from './answers.ts';
import { askQuery } from '#web/features/events/attendance/queries.ts';
import { useLinkAnswer } from '#web/features/events/attendance/use-link-answer.ts';
import { useFocusOnce } from '#web/ui/use-focus-once.ts';

/**
 * Opens from an asking email. Visiting answers nothing, because email programs follow links by
 * themselves.
 */
export default function AskPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { data, isPending, error, refetch } = useQuery({
    ...askQuery(token),
    enabled: token !== '',
  });
  if (!token || isUnknownLink(error)) return <BrokenLink />;
  if (failureOf(error).status === 403) return <RefusedLink what="link" {...failureOf(error)} />;
  if (isPending) return <FormSkeleton label="Loading the event" className="mt-10" />;
  if (!data) return <Unavailable as="h1" what="This event" onRetry={() => void refetch()} />;
  return <AskForm token={token} ask={data} />;
}

function AskForm({ token, ask }: { token: string; ask: AskedEvent }) {
  const [chosen, setChosen] = useState<Who>();
  const [phone, setPhone] = useState<string>();
  const give = useLinkAnswer({
    query: askQuery(token),
    send: (answer: Answer) => call('POST /api/asks/answer', { body: { token, ...answer } }),
    failed: "Couldn't save your answer",
    onDone: () => setChosen(undefined),
  });
  const self = ask.answer === 'going' ? ask.who.self : null;
  const who = ask.household && (chosen ?? partyWords(ask.household, self, ask.forChildren));
  const title = useFocusOnce<HTMLHeadingElement>(give.isSuccess);
  const { event, state } = ask;
  return (
    <PlaceArticle event={event} heading={answerWordsOf(ask) ?? headingOf(state)} headingRef={title}>
      <EventPlace event={event} />
      {state === 'open' && who && ask.household && (
        <div className="mt-6">
          <WhoFields
            who={who}
            household={ask.household}
            onChange={setChosen}
            phone={phone ?? ''}
            onPhone={setPhone}
          />
        </div>
      )}
      {state === 'open' && (
        <div className="mt-6 grid gap-3 sm:flex">
          {answerChoices
            .filter(({ answer }) => answer !== ask.answer || (chosen && answer === 'going'))
            .map(({ answer, label }) => (
              <AnswerForm
                key={answer}
                call="POST /api/asks/answer"
                page={askPath(token)}
                token={token}
                onSend={() => {
                  if (!give.isPending)
                    give.mutate(answer === 'going' ? { answer, who, phone } : { answer });
                }}
              >
                <input type="hidden" name="answer" value={answer} />
                <Button
                  type="submit"
                  size="lg"
                  variant={answer === 'going' && ask.answer === null ? 'accent' : 'outline'}
                  block
                  busy={give.isPending && give.variables.answer === answer}
                  busyLabel="Sending..."
                >
                  {label}
                </Button>
              </AnswerForm>
            ))}
        </div>
      )}
      <NextStep event={event} isSecond={state === 'open'}>
        {consequenceOf(ask)}
      </NextStep>
    </PlaceArticle>
  );
}

/** Says that children alone come where they do. */
function answerWordsOf({ answer, who }: AskedEvent): string | undefined {
  if (answer !== 'going' || who.self)
    return answerChoices.find((each) => each.answer === answer)?.said;
  return who.household.length === 1 ? 'Your child is coming' : 'Your children are coming';
}

const headingOf = (state: AskedEvent['state']) =>
  state === 'open' ? 'Are you coming?' : 'It’s too late to say';

function consequenceOf({ state, answer, event }: AskedEvent): string {
  if (state === 'over') return 'The event has begun, or is cancelled.';
  return answer === null
    ? `${event.group.name} asks everybody. Only its organisers see who can’t come.`
    : 'Thank you for saying. You can change your mind until the event begins.';
}

type Answer = Omit<InputFor<'POST /api/asks/answer'>['body'], 'token'>;
