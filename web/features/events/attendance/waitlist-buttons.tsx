import { fullEventLabel, rsvpLook } from './rsvp-look.ts';
import type { Event, RsvpState } from '#contract/events/events.ts';
import type { RsvpWording } from './use-rsvp.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { DialogButton } from '#web/ui/dialog-button.tsx';

interface WaitlistButtonsProps {
  state: RsvpState;
  wording: RsvpWording;
  event: Pick<Event, 'id' | 'title' | 'waitlistEnabled'>;
  /** The form's id, by which the guests field outside the form belongs to it. */
  form: string | undefined;
  joining: boolean;
  leaving: boolean;
  onJoin: () => void;
  onAccept: () => void;
  onLeave: () => void;
}

/** Shows the actions of a full event, or of an offered place. */
export default function WaitlistButtons({
  state,
  wording,
  form,
  onJoin,
  onAccept,
  ...props
}: WaitlistButtonsProps) {
  if (state === 'waitlist') {
    return (
      <CallForm call={joinKey} params={{ id: props.event.id }} id={form} onSend={onJoin}>
        <Button {...rsvpLook} type="submit" busy={props.joining} busyLabel="Joining...">
          {wording === 'page' ? 'Join Waiting List' : fullEventLabel(props.event)}
        </Button>
      </CallForm>
    );
  }
  if (state === 'waiting') {
    return (
      <div className="flex">
        <Leave {...props} {...leaveWords} label="Leave waiting list" />
      </div>
    );
  }
  if (state === 'offered') {
    return (
      <div className="flex flex-wrap gap-2">
        <CallForm
          call="POST /api/events/:id/rsvps"
          params={{ id: props.event.id }}
          id={form}
          className="flex grow"
          onSend={onAccept}
        >
          <Button type="submit" variant="accent" className="grow">
            Accept place
          </Button>
        </CallForm>
        <Leave {...props} {...passingOn} label="Pass it on" />
      </div>
    );
  }
  return (
    <Button {...rsvpLook} disabled>
      {state === 'closed' ? 'RSVPs have closed' : wording === 'page' ? 'Full' : "It's full"}
    </Button>
  );
}

const joinKey = 'PUT /api/events/:id/waitlist';
const leaveKey = 'DELETE /api/events/:id/waitlist';

interface LeaveText {
  question: (title: string) => string;
  consequence: string;
  busyLabel: string;
  keep: string;
}

const leaveWords: LeaveText = {
  question: (title) => `Leave the waiting list for ${title}?`,
  consequence: "You'll lose your place in line. If you come back, you'll start at the end.",
  busyLabel: 'Leaving...',
  keep: 'Keep waiting',
};

const passingOn: LeaveText = {
  question: (title) => `Pass on your place at ${title}?`,
  consequence: "We'll offer it to the next person, and you'll be off the list.",
  busyLabel: 'Passing on...',
  keep: 'Keep it',
};

type LeaveProps = LeaveText &
  Pick<WaitlistButtonsProps, 'event' | 'leaving' | 'onLeave'> & { label: string };

function Leave({ label, event, onLeave, ...props }: LeaveProps) {
  return (
    <>
      <DialogButton
        className="needs-script grow"
        variant="outline"
        busy={props.leaving}
        busyLabel={props.busyLabel}
        label={label}
        dialog={(close) => (
          <LazyConfirmDialog
            onOpenChange={close}
            title={props.question(event.title)}
            description={props.consequence}
            confirmLabel={label}
            cancelLabel={props.keep}
            danger
            onConfirm={() => {
              close();
              onLeave();
            }}
          />
        )}
      />
      <noscript className="grow">
        {import.meta.env.SSR && (
          <CallForm call={leaveKey} params={{ id: event.id }}>
            <button className={buttonClass({ variant: 'outline', block: true })}>{label}</button>
          </CallForm>
        )}
      </noscript>
    </>
  );
}
