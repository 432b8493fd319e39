import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import type { OfferedPlace } from '#contract/events/offers.ts';
import { yoursUntil } from '#contract/events/waitlist-words.ts';
import { call, failureOf, type ApiError } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { EventTimes } from '#web/features/events/event-page/event-times.tsx';
import { OfferAnswers, PlaceArticle } from './offer-parts.tsx';
import { offerQuery } from './queries.ts';

/** Opens from an offer email. Visiting answers nothing, because email programs follow links by themselves. */
export default function OfferPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { data, isPending, error, refetch } = useQuery({
    ...offerQuery(token),
    enabled: token !== '',
  });
  if (!token || isUnknown(error)) return <BrokenLink />;
  if (failureOf(error).status === 403) return <Refused {...failureOf(error)} />;
  if (isPending) return <FormSkeleton label="Loading your offer" className="mt-10" />;
  if (!data) return <Unavailable as="h1" what="This offer" onRetry={() => void refetch()} />;
  return <Offer token={token} offer={data} />;
}

const isUnknown = (error: unknown) => [400, 404].includes(failureOf(error).status ?? 0);

function Offer({ token, offer }: { token: string; offer: OfferedPlace }) {
  const { accept, passOn } = useAnswer(token);
  const answered = accept.isSuccess || passOn.isSuccess;
  const title = useFocusOnceAnswered(answered);
  const { event } = offer;
  return (
    <PlaceArticle event={event} heading={headingOf(offer, passOn.isSuccess)} headingRef={title}>
      <Where event={event} />
      {offer.state === 'open' ? (
        <OfferAnswers
          guests={offer.guests}
          accept={accept}
          passOn={passOn}
          form={(answer, onSend, button) => (
            <AnswerForm action={`/api/offers/${answer}`} token={token} onSend={onSend}>
              {button}
            </AnswerForm>
          )}
        />
      ) : (
        <AndNow event={event}>{consequenceOf(offer, passOn.isSuccess)}</AndNow>
      )}
    </PlaceArticle>
  );
}

interface AnswerFormProps {
  action: string;
  token: string;
  onSend: () => void;
  children: ReactNode;
}

const AnswerForm = ({ action, token, onSend, children }: AnswerFormProps) => (
  <form
    method="post"
    action={action}
    onSubmit={(submission) => {
      submission.preventDefault();
      onSend();
    }}
  >
    <input type="hidden" name="token" value={token} />
    {children}
  </form>
);

function headingOf({ state, offerExpiresAt }: OfferedPlace, passedOn: boolean): string {
  if (state === 'taken') return "You're going";
  if (passedOn) return "You've passed your place on";
  return state === 'open' && offerExpiresAt ? yoursUntil(offerExpiresAt) : 'This offer has ended';
}

function consequenceOf({ state }: OfferedPlace, passedOn: boolean): string {
  if (state === 'taken')
    return 'Your place is booked. If you can’t come, please cancel on the event page.';
  return passedOn
    ? "We'll offer it to the next person. Thank you for telling us."
    : 'The place has gone to the next person. You can join the list again on the event page.';
}

const Where = ({ event }: { event: OfferedPlace['event'] }) => (
  <>
    <p dir="auto" className="mt-4 font-display text-xl font-bold wrap-anywhere">
      {event.title}
    </p>
    <div className="mt-1">
      <EventTimes event={event} />
    </div>
    <p dir="auto" className="text-muted wrap-anywhere">
      {event.location}
    </p>
  </>
);

const AndNow = ({ event, children }: { event: OfferedPlace['event']; children: ReactNode }) => (
  <>
    <p className="mt-4">{children}</p>
    <Link href={paths.event(event.id)} className={cx(buttonClass({ size: 'lg' }), 'mt-6')}>
      See the event
    </Link>
  </>
);

function useAnswer(token: string) {
  const client = useQueryClient();
  const { queryKey } = offerQuery(token);
  const storeAnswer = async (answer: OfferedPlace) => {
    client.setQueryData(queryKey, answer);
    await refresh(client, '/api/events', '/api/user/event');
  };
  const fail = (error: unknown) => {
    toastFailure("Couldn't save your answer", error, 'Please try again.');
    void client.invalidateQueries({ queryKey });
  };
  const accept = useMutation({
    mutationFn: () => call('POST /api/offers/accept', { body: { token } }),
    onSuccess: storeAnswer,
    onError: fail,
  });
  const passOn = useMutation({
    mutationFn: () => call('POST /api/offers/pass-on', { body: { token } }),
    onSuccess: storeAnswer,
    onError: fail,
  });
  return { accept, passOn };
}

/** Focuses the heading, so that screen readers announce the outcome when the button disappears. */
function useFocusOnceAnswered(answered: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (answered) title.current?.focus();
  }, [answered]);
  return title;
}

/** Shown when the signed-in member isn't the recipient, or may no longer attend. */
const Refused = ({ code, reason }: Partial<ApiError>) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title={reason ?? "This offer isn't for you"}
    hint={
      code === 'forbidden'
        ? "Only the member who got the email can use this offer. If that's you, log in to that account."
        : undefined
    }
    actions={
      <Link href={paths.myEvents} className={buttonClass()}>
        My Events
      </Link>
    }
  />
);

const BrokenLink = () => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="Part of this link is missing"
    hint="Please use the whole link from the email. You can also find your offers in My Events."
    actions={
      <Link href={paths.myEvents} className={buttonClass()}>
        My Events
      </Link>
    }
  />
);
