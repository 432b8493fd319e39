import { offerPath } from '#contract/platform/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import type { OfferedPlace } from '#contract/events/offers.ts';
import { offerSentence } from '#contract/events/waitlist-words.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import {
  NextStep,
  AnswerForm,
  BrokenLink,
  isUnknownLink,
  OfferAnswers,
  PlaceArticle,
  RefusedLink,
  EventPlace,
} from './offer-parts.tsx';
import { offerQuery } from './queries.ts';
import { useFocusOnce } from '#web/ui/use-focus-once.ts';
import { useLinkAnswer } from './use-link-answer.ts';

/**
 * Opens from an offer email. Visiting answers nothing, because email programs follow links by
 * themselves.
 */
export default function OfferPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { data, isPending, error, refetch } = useQuery({
    ...offerQuery(token),
    enabled: token !== '',
  });
  if (!token || isUnknownLink(error)) return <BrokenLink />;
  if (failureOf(error).status === 403) return <RefusedLink what="offer" {...failureOf(error)} />;
  if (isPending) return <FormSkeleton label="Loading your offer" className="mt-10" />;
  if (!data) return <Unavailable as="h1" what="This offer" onRetry={() => void refetch()} />;
  return <Offer token={token} offer={data} />;
}

function Offer({ token, offer }: { token: string; offer: OfferedPlace }) {
  const about = { query: offerQuery(token), failed: "Couldn't save your answer" };
  const body = { token };
  const accept = useLinkAnswer({ ...about, send: () => call('POST /api/offers/accept', { body }) });
  const passOn = useLinkAnswer({
    ...about,
    send: () => call('POST /api/offers/pass-on', { body }),
  });
  const title = useFocusOnce<HTMLHeadingElement>(accept.isSuccess || passOn.isSuccess);
  const { event } = offer;
  return (
    <PlaceArticle event={event} heading={headingOf(offer, passOn.isSuccess)} headingRef={title}>
      <EventPlace event={event} />
      {offer.state === 'open' ? (
        <OfferAnswers
          party={offer}
          accept={accept}
          passOn={passOn}
          form={(answer, onSend, button) => (
            <AnswerForm
              call={`POST /api/offers/${answer}`}
              page={offerPath(token)}
              token={token}
              onSend={onSend}
            >
              {button}
            </AnswerForm>
          )}
        />
      ) : (
        <NextStep event={event}>{consequenceOf(offer, passOn.isSuccess)}</NextStep>
      )}
    </PlaceArticle>
  );
}

function headingOf({ state, offerExpiresAt }: OfferedPlace, passedOn: boolean): string {
  if (state === 'taken') return "You're going";
  if (passedOn) return "You've passed your place on";
  return state === 'open' && offerExpiresAt
    ? offerSentence(offerExpiresAt)
    : 'This offer has ended';
}

function consequenceOf({ state }: OfferedPlace, passedOn: boolean): string {
  if (state === 'taken')
    return 'Your place is booked. If you can’t come, please cancel on the event page.';
  return passedOn
    ? "We'll offer it to the next person. Thank you for telling us."
    : 'The place has gone to the next person. You can join the list again on the event page.';
}
