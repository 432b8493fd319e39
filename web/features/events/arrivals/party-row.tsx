import { memo, useState } from 'react';
import { maxHere } from '#contract/events/door/rules.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Check } from '#web/ui/icons.tsx';
import { clockTime, hereLabel, hereWords, nameOf } from './door-words.ts';
import type { ShownParty } from './engine.ts';

/** Says how many of a party are here. */
export type RecordArrival = (party: ShownParty, here: number) => void;

interface RowProps {
  party: ShownParty;
  onSay: RecordArrival;
}

/** A target for one hand: at least 56 px each way. */
const target = 'min-h-14 min-w-14 shrink-0 scroll-mt-48 scroll-mb-40';

/**
 * A party with one large button. Pressed once, all of them are here. Pressed again it changes
 * nothing, but opens how to correct it: a double tap is harmless.
 */
export const PartyRow = memo(function PartyRow({ party, onSay }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { here, people, status } = party;
  const name = nameOf(party);
  const label = status === 'waiting' ? 'Let in' : hereLabel(people);
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-center gap-3">
        <About party={party} name={name} />
        {here === 0 ? (
          <button
            type="button"
            aria-label={`${label}: ${name}`}
            onClick={() => onSay(party, people)}
            className={cx(buttonClass(), target, 'w-28 px-2! leading-tight')}
          >
            {label}
          </button>
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${hereWords(here, people)}: ${name}. Change`}
            onClick={() => setOpen(!isOpen)}
            className={cx(
              buttonClass({ variant: 'quiet' }),
              target,
              'w-28 bg-good! px-2! leading-tight text-good-ink!',
            )}
          >
            <Check className="size-5 shrink-0" />
            {hereWords(here, people)}
          </button>
        )}
      </div>
      {here > 0 && isOpen && (
        <Change party={party} name={name} onSay={onSay} onClose={() => setOpen(false)} />
      )}
    </li>
  );
});

function About({ party, name }: { party: ShownParty; name: string }) {
  const { children, people, note, here, at, by, firstTime, isUnsent } = party;
  return (
    <div className="min-w-0 grow">
      <p className="text-lg leading-snug font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
        {people > 1 && <span className="font-normal text-muted"> · {people} people</span>}
      </p>
      {children.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">with {children.join(', ')}</p>
      )}
      {note && <p className="text-sm font-semibold wrap-anywhere text-accent-ink">{note}</p>}
      {here > 0 && at && (
        <p className="text-sm text-muted">
          {clockTime(at)}
          {isUnsent ? ', not sent yet' : by && `, ${by}`}
        </p>
      )}
      {firstTime && (
        <Badge tone="accent" className="mt-1">
          first time here
        </Badge>
      )}
    </div>
  );
}

interface ChangeProps extends RowProps {
  name: string;
  onClose: () => void;
}

function Change({ party, name, onSay, onClose }: ChangeProps) {
  const { here, people } = party;
  const most = maxHere(people);
  const undo = () => {
    onClose();
    onSay(party, 0);
  };
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
      <button
        type="button"
        aria-label={`Undo: ${name}`}
        onClick={undo}
        className={cx(buttonClass({ variant: 'outline' }), target)}
      >
        Undo
      </button>
      <div role="group" aria-label={`How many are here: ${name}`} className="flex items-center">
        <Step label="One fewer" name={name} isEnd={here <= 1} onStep={() => onSay(party, here - 1)}>
          −
        </Step>
        <output className="min-w-10 text-center text-xl font-semibold">{here}</output>
        <Step
          label="One more"
          name={name}
          isEnd={here >= most}
          onStep={() => onSay(party, here + 1)}
        >
          +
        </Step>
      </div>
    </div>
  );
}

interface StepProps {
  label: string;
  name: string;
  isEnd: boolean;
  onStep: () => void;
  children: string;
}

const Step = ({ label, name, isEnd, onStep, children }: StepProps) => (
  <button
    type="button"
    aria-label={`${label}: ${name}`}
    aria-disabled={isEnd}
    onClick={isEnd ? undefined : onStep}
    className={cx(buttonClass({ variant: 'quiet' }), target, 'px-0! text-2xl!')}
  >
    {children}
  </button>
);
