import type { ReactNode, Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { guestLabel } from './party.ts';

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
  guests: number;
  accept: Answer;
  passOn: Answer;
  /** Puts the form of an answer around its button. */
  form: (answer: 'accept' | 'pass-on', onSend: () => void, button: ReactNode) => ReactNode;
}

/** The two answers to an offered place. */
export function OfferAnswers({ guests, accept, passOn, form }: OfferAnswersProps) {
  const send = (answer: Answer) => () => {
    if (!accept.isPending && !passOn.isPending) answer.mutate();
  };
  return (
    <>
      <p className="mt-4">
        {guests > 0 && `For you and ${guestLabel(guests)}. `}If you can’t come, pass it on and we’ll
        ask the next person straight away.
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
