import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#contract/platform/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { twoStepQuery } from '#web/features/base/sign-in/queries.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import type { Change } from './two-step-proof-dialog.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';

const SetupDialog = lazyPart(() => import('./two-step-setup-dialog.tsx'));
const ProofDialog = lazyPart(() => import('./two-step-proof-dialog.tsx'));

/** A code of an app, asked for after the password. */
export function TwoStepSection() {
  const { data: twoStep } = useQuery(twoStepQuery());
  const [asked, setAsked] = useState<'set up' | Change>();
  const close = () => setAsked(undefined);
  return (
    <SettingsSection
      id="two-step"
      title="Two-step sign-in"
      lead="A code from your phone, besides your password: whoever finds the one out still lacks the other."
    >
      {twoStep && (
        <div className="flex flex-col items-start gap-5">
          {twoStep.since ? (
            <On left={twoStep.recoveryCodesLeft} since={twoStep.since} onAsk={setAsked} />
          ) : (
            <Off
              demanded={twoStep.demanded}
              canSetUp={twoStep.can.setUp}
              onSetUp={() => setAsked('set up')}
            />
          )}
        </div>
      )}
      {/* It stays while what is behind it changes: the recovery codes are still to be read. */}
      {asked === 'set up' && <SetupDialog onClose={close} />}
      {asked && asked !== 'set up' && <ProofDialog change={asked} onClose={close} />}
    </SettingsSection>
  );
}

interface OffProps {
  demanded: boolean;
  canSetUp: boolean;
  onSetUp: () => void;
}

function Off({ demanded, canSetUp, onSetUp }: OffProps) {
  return (
    <>
      {demanded && (
        <Notice tone="accent" title="Admins of this site use it" className="w-full">
          Until it is on, you are a member like any other here.
        </Notice>
      )}
      <p>
        {canSetUp
          ? 'It is off. With it on, we ask for a code of an app on your phone whenever you log in.'
          : 'It takes a password besides: set one by mail first, above.'}
      </p>
      {canSetUp && (
        <Button variant="outline" onClick={onSetUp}>
          Set up two-step sign-in
        </Button>
      )}
    </>
  );
}

interface OnProps {
  /** How many recovery codes. */
  left: number;
  since: string;
  onAsk: (change: Change) => void;
}

function On({ left, since, onAsk }: OnProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="good" icon={<CircleCheck aria-hidden="true" />}>
          On
        </Badge>
        <span>since {formatDay(since)}</span>
      </p>
      {left < 3 ? (
        <Notice tone="accent" title={leftOver(left)} className="w-full">
          Make new ones, so that you get in without your phone.
        </Notice>
      ) : (
        <p className="text-muted">{leftOver(left)}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => onAsk('renew')}>
          New recovery codes
        </Button>
        <Button variant="quiet" onClick={() => onAsk('off')}>
          Switch off
        </Button>
      </div>
    </>
  );
}

const leftOver = (codes: number): string => {
  if (codes === 0) return 'You have no recovery code left';
  return codes === 1 ? 'You have one recovery code left' : `You have ${codes} recovery codes left`;
};
