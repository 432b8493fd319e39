import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#contract/platform/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { twoStepQuery } from '#web/features/base/sign-in/queries.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import type { Change } from './two-step-proof-dialog.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';

const SetupDialog = lazyPart(() => import('./two-step-setup-dialog.tsx'));
const ProofDialog = lazyPart(() => import('./two-step-proof-dialog.tsx'));

/** Sets up two-step sign-in, turns it off or renews its recovery codes. */
export function TwoStepSection() {
  const { data: twoStep } = useQuery(twoStepQuery());
  const [openDialog, setOpenDialog] = useState<'set up' | Change>();
  const close = () => setOpenDialog(undefined);
  return (
    <SettingsSection
      id="two-step"
      title="Two-step sign-in"
      lead="A code from your phone as well as your password, so a stolen password isn't enough."
    >
      {twoStep && (
        <div className="flex flex-col items-start gap-5">
          {twoStep.since ? (
            <On
              codesLeft={twoStep.recoveryCodesLeft}
              since={twoStep.since}
              onOpen={setOpenDialog}
            />
          ) : (
            <Off
              demanded={twoStep.demanded}
              canSetUp={twoStep.can.setUp}
              onSetUp={() => setOpenDialog('set up')}
            />
          )}
        </div>
      )}
      {/* The dialog stays open when the section behind it re-renders, so that the member can
          read the recovery codes. */}
      {openDialog === 'set up' && <SetupDialog onClose={close} />}
      {openDialog && openDialog !== 'set up' && <ProofDialog change={openDialog} onClose={close} />}
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
        <Notice tone="accent" title="Admins need two-step sign-in" className="w-full">
          Until you turn it on, you can't use the admin tools.
        </Notice>
      )}
      <p>
        {canSetUp
          ? "It's off. When it's on, we ask for a code from an app on your phone each time you log in."
          : 'You need a password first. You can set one above.'}
      </p>
      {canSetUp && (
        <OpenButton call="POST /api/auth/user/two-step/setup" variant="outline" onClick={onSetUp}>
          Set up two-step sign-in
        </OpenButton>
      )}
    </>
  );
}

interface OnProps {
  /** The number of unused recovery codes. */
  codesLeft: number;
  since: string;
  onOpen: (change: Change) => void;
}

function On({ codesLeft, since, onOpen }: OnProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="good" icon={<CircleCheck aria-hidden="true" />}>
          On
        </Badge>
        <span>since {formatDay(since)}</span>
      </p>
      {codesLeft < 3 ? (
        <Notice tone="accent" title={codesLeftText(codesLeft)} className="w-full">
          Create new ones, so you can still get in if you lose your phone.
        </Notice>
      ) : (
        <p className="text-muted">{codesLeftText(codesLeft)}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => onOpen('renew')}>
          New recovery codes
        </Button>
        <Button variant="quiet" onClick={() => onOpen('off')}>
          Turn off
        </Button>
      </div>
    </>
  );
}

const codesLeftText = (codes: number): string => {
  if (codes === 0) return 'You have no recovery codes left';
  return codes === 1 ? 'You have one recovery code left' : `You have ${codes} recovery codes left`;
};
