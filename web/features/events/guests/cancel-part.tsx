import { useState } from 'react';
import { cancelGuestWords } from '#contract/events/form-words.ts';
import { call } from '#web/platform/data/api.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { useLinkAnswer } from '#web/features/events/attendance/use-link-answer.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { guestQuery } from './guest-pages.ts';
import { GuestForm, type GuestProps } from './guest-parts.tsx';

const cancelKey = 'POST /api/guest-rsvps/cancel';

const stateWords = {
  going: {
    heading: 'Can’t come any more?',
    lead: 'Please tell us, so that somebody else can have your place.',
    button: 'Cancel my place',
    title: 'Cancel your place?',
    sure: 'Yes, cancel my place',
    keep: 'Keep it',
  },
  waiting: {
    heading: 'Don’t want to wait?',
    lead: 'You can leave the list at any time.',
    button: 'Leave the waiting list',
    title: 'Leave the waiting list?',
    sure: 'Yes, leave the list',
    keep: 'Keep waiting',
  },
};

const deletionNote =
  'Somebody else can have your place. Changed your mind? For a day, this page brings it back if there’s still room. Then we delete your name and email address.';

/** Cancels after a question. Without a script, the question unfolds on the page. */
export function CancelPart({ token, rsvp }: GuestProps) {
  const [asking, setAsking] = useState(false);
  const cancel = useLinkAnswer({
    query: guestQuery(token),
    send: () => call(cancelKey, { body: { token } }),
    failed: cancelGuestWords.failed,
  });
  // The dialog closes first: it gives the focus back, which then moves on to the heading.
  const giveUp = () => {
    setAsking(false);
    cancel.mutate();
  };
  const { heading, lead, button, title, sure, keep } =
    stateWords[rsvp.state === 'waiting' ? 'waiting' : 'going'];
  return (
    <section aria-labelledby="cancel" className="mt-8 border-t border-line pt-6">
      <h2 id="cancel" className="text-xl">
        {heading}
      </h2>
      <p className="mt-1 text-muted">{lead}</p>
      <Button
        className="needs-script mt-3"
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        busy={cancel.isPending}
        busyLabel="Cancelling..."
        onClick={() => setAsking(true)}
      >
        {button}
      </Button>
      <noscript>
        {import.meta.env.SSR && (
          <details className="mt-3">
            <summary className="link min-h-11 cursor-pointer content-center">{button}</summary>
            <p className="mt-1 mb-3">{deletionNote}</p>
            <GuestForm keyOf={cancelKey} token={token}>
              <button className={buttonClass({ variant: 'danger' })}>{sure}</button>
            </GuestForm>
          </details>
        )}
      </noscript>
      {asking && (
        <LazyConfirmDialog
          onOpenChange={setAsking}
          title={title}
          description={`${rsvp.event.title}: ${deletionNote}`}
          confirmLabel={button}
          cancelLabel={keep}
          danger
          onConfirm={giveUp}
        />
      )}
    </section>
  );
}
