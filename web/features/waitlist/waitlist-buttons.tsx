import { useState } from 'react';
import type { RsvpState } from '../../../contract/events.ts';
import { LazyConfirmDialog } from '../../platform/forms/lazy-confirm-dialog.tsx';
import { Button } from '../../ui/button.tsx';

interface WaitlistButtonsProps {
  state: RsvpState;
  /** Of the event. */
  title: string;
  joining: boolean;
  leaving: boolean;
  onJoin: () => void;
  onAccept: () => void;
  onLeave: () => void;
}

const look = { size: 'lg', block: true } as const;

/** What can be done where no place is left, or one is on offer. */
export default function WaitlistButtons({
  state,
  onJoin,
  onAccept,
  ...props
}: WaitlistButtonsProps) {
  if (state === 'waitlist') {
    return (
      <Button {...look} busy={props.joining} busyLabel="Joining..." onClick={onJoin}>
        Join Waiting List
      </Button>
    );
  }
  if (state === 'waiting') {
    return (
      <div className="flex">
        <Leave {...props} {...leaving} label="Leave Waiting List" />
      </div>
    );
  }
  if (state === 'offered') {
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="accent" className="grow" onClick={onAccept}>
          Accept Place
        </Button>
        <Leave {...props} {...passingOn} label="Pass It On" />
      </div>
    );
  }
  return (
    <Button {...look} disabled>
      {state === 'closed' ? 'RSVPs have closed' : 'Full'}
    </Button>
  );
}

interface Words {
  question: (title: string) => string;
  consequence: string;
  busyLabel: string;
  keep: string;
}

const leaving: Words = {
  question: (title) => `Leave the waiting list of ${title}?`,
  consequence: 'You lose your turn. Whoever comes back begins at the end of the list.',
  busyLabel: 'Leaving...',
  keep: 'Keep Waiting',
};

const passingOn: Words = {
  question: (title) => `Pass on your place at ${title}?`,
  consequence: 'It is offered to whoever is next, and you are off the list.',
  busyLabel: 'Passing on...',
  keep: 'Keep It',
};

type LeaveProps = Words &
  Pick<WaitlistButtonsProps, 'title' | 'leaving' | 'onLeave'> & { label: string };

function Leave({ label, title, onLeave, ...props }: LeaveProps) {
  const [asking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    onLeave();
  };
  return (
    <>
      <Button
        className="grow"
        variant="outline"
        busy={props.leaving}
        busyLabel={props.busyLabel}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && (
        <LazyConfirmDialog
          open
          onOpenChange={setAsking}
          title={props.question(title)}
          description={props.consequence}
          confirmLabel={label}
          cancelLabel={props.keep}
          danger
          onConfirm={leave}
        />
      )}
    </>
  );
}
