import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import type { ApiKey } from '#contract/api.ts';
import type { OwnRsvp } from '#contract/events/events.ts';
import type { LinkedEvent } from '#contract/events/offers.ts';
import { inWords } from '#contract/platform/counted.ts';
import { paths } from '#contract/platform/paths.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { SentFrom } from '#web/platform/forms/posted.tsx';
import { failureOf, type ApiError } from '#web/platform/data/api.ts';
import { EventTimes } from '#web/features/events/events/event-times.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { broughtBy } from './party.ts';

interface PlaceArticleProps {
  event: { id: number; categoryId: number; imageUrl: string | null };
  heading: string;
  /** The heading takes the focus when the outcome of an answer replaces the buttons. */
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The page behind an email's link, about one person's place at an event. */
export const PlaceArticle = ({ event, heading, headingRef, children }: PlaceArticleProps) => (
  <article className="mx-auto mt-6 max-w-xl rounded-card bg-card sm:mt-10">
    <div className="overflow-hidden rounded-t-card">
      <Cover seed={event.id} categoryId={event.categoryId} imageUrl={event.imageUrl} eager />
    </div>
    <div className="p-6">
      <h1
        ref={headingRef}
        id={pageHeadingId}
        tabIndex={-1}
        className="text-3xl font-extrabold text-balance"
      >
        {heading}
      </h1>
      {children}
    </div>
  </article>
);

interface Answer {
  isPending: boolean;
  mutate: () => void;
}

interface OfferAnswersProps {
  party: Pick<OwnRsvp, 'self' | 'children' | 'guests'>;
  accept: Answer;
  passOn: Answer;
  /** Puts the form of an answer around its button. */
  form: (answer: 'accept' | 'pass-on', onSend: () => void, button: ReactNode) => ReactNode;
}

/** The two answers to an offered place. */
export function OfferAnswers({ party, accept, passOn, form }: OfferAnswersProps) {
  const { self = true } = party;
  const brought = broughtBy(party);
  const send = (answer: Answer) => () => {
    if (!accept.isPending && !passOn.isPending) answer.mutate();
  };
  return (
    <>
      <p className="mt-4">
        {brought.length > 0 && `For ${inWords([...(self ? ['you'] : []), ...brought])}. `}If you
        can’t come, pass it on and we’ll ask the next person straight away.
      </p>
      <div className="mt-6 grid gap-3 sm:flex">
        {form(
          'accept',
          send(accept),
          <Button
            type="submit"
            size="lg"
            variant="accent"
            block
            busy={accept.isPending}
            busyLabel="Accepting..."
          >
            Accept place
          </Button>,
        )}
        {form(
          'pass-on',
          send(passOn),
          <Button
            type="submit"
            size="lg"
            variant="outline"
            block
            busy={passOn.isPending}
            busyLabel="Passing on..."
          >
            Pass it on
          </Button>,
        )}
      </div>
    </>
  );
}

interface AnswerFormProps {
  call: ApiKey;
  /** The path of the page, with the token. */
  page: string;
  token: string;
  onSend: () => void;
  children: ReactNode;
}

/** Posts a link's token, also without script. */
export const AnswerForm = ({ call, page, token, onSend, children }: AnswerFormProps) => (
  <CallForm call={call} onSend={onSend}>
    <SentFrom path={page} />
    <input type="hidden" name="token" value={token} />
    {children}
  </CallForm>
);

type NamedEvent = Pick<LinkedEvent, 'title' | 'startTime' | 'endTime'>;

/** Names the event of a link, and says when it is. */
export const EventName = ({ event }: { event: NamedEvent }) => (
  <>
    <p dir="auto" className="mt-4 font-display text-xl font-bold wrap-anywhere">
      {event.title}
    </p>
    <div className="mt-1">
      <EventTimes event={event} />
    </div>
  </>
);

/** Names the event of the link, and its place. */
export const EventPlace = ({ event }: { event: LinkedEvent }) => (
  <>
    <EventName event={event} />
    <p dir="auto" className="text-muted wrap-anywhere">
      {event.location}
    </p>
  </>
);

interface NextStepProps {
  event: LinkedEvent;
  /** True beside buttons that matter more. */
  isSecond?: boolean;
  children: ReactNode;
}

/** Says what an answer led to, and links to the event. */
export const NextStep = ({ event, isSecond = false, children }: NextStepProps) => (
  <>
    <p className="mt-4">{children}</p>
    <Link
      href={paths.event(event.id)}
      className={cx(buttonClass({ size: 'lg', variant: isSecond ? 'quiet' : 'primary' }), 'mt-6')}
    >
      See the event
    </Link>
  </>
);

/** Shown when the signed-in member isn't the recipient, or may no longer attend. */
export const RefusedLink = ({ what, code, reason }: Partial<ApiError> & { what: string }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title={reason ?? `This ${what} isn't for you`}
    hint={
      code === 'forbidden'
        ? "Only the member who got the email can use this link. If that's you, log in to that account."
        : undefined
    }
    actions={<ButtonLink href={paths.myEvents} label="My Events" />}
  />
);

export const BrokenLink = () => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="Part of this link is missing"
    hint="Please use the whole link from the email. You can also answer in My Events."
    actions={<ButtonLink href={paths.myEvents} label="My Events" />}
  />
);

export const isUnknownLink = (error: unknown) => [400, 404].includes(failureOf(error).status ?? 0);
