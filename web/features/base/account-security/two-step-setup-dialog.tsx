import { useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { type AnswerFor, call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { CodeField } from '#web/features/base/sign-in/code-field.tsx';
import { OwnPasswordField } from './own-password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Setup = AnswerFor<'POST /api/auth/user/two-step/setup'>;

/** Three steps: the password, the app's key with a first code, and the recovery codes. */
export default function TwoStepSetupDialog({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>();
  const step = codes ? (
    <RecoveryCodes title="Two-step sign-in is on" codes={codes} onClose={onClose} />
  ) : setup ? (
    <App setup={setup} onClose={onClose} onDone={setCodes} />
  ) : (
    <Password onClose={onClose} onDone={setSetup} />
  );
  return step;
}

interface StepProps<Result> {
  onClose: () => void;
  onDone: (result: Result) => void;
}

function Password({ onClose, onDone }: StepProps<Setup>) {
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => call('POST /api/auth/user/two-step/setup', { body: { password } }),
    onSuccess: onDone,
    onError: toastUnlessField('password'),
  });
  return (
    <FormDialog
      title={
        <>
          Set up <span className="whitespace-nowrap">two-step</span> sign-in
        </>
      }
      description="You need an authenticator app, such as Google Authenticator, Aegis, 2FAS or your password manager."
      onClose={onClose}
      label="Continue"
      busyLabel="Checking..."
      busy={begin.isPending}
      onSubmit={() => begin.mutate()}
    >
      <OwnPasswordField
        hint="To check that it's you."
        error={failureOf(begin.error).fields?.password}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}

function App({ setup, onClose, onDone }: StepProps<string[]> & { setup: Setup }) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const { key, address, ticket } = setup;
  const finish = useMutation({
    mutationFn: () => call('POST /api/auth/user/two-step', { body: { ticket, code } }),
    onSuccess: ({ recoveryCodes }) => {
      void refresh(client, '/api/auth/user/two-step', '/api/admin/');
      onDone(recoveryCodes);
    },
    onError: toastUnlessField('code'),
  });
  return (
    <FormDialog
      title="Add the key to your app"
      onClose={onClose}
      label="Turn it on"
      busyLabel="Checking..."
      busy={finish.isPending}
      onSubmit={() => finish.mutate()}
    >
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={address} label="QR code with the key for your app" />
        <div className="flex min-w-52 grow basis-52 flex-col items-start gap-3">
          <p>Scan this code with your app, or type in the key:</p>
          <p className="font-mono wrap-anywhere">{inGroupsOfFour(key)}</p>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => void copyText(key, 'Key copied', 'Please type it in.')}
          >
            <Copy aria-hidden="true" className="size-4" /> Copy the key
          </Button>
          <a href={address} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            <ExternalLink aria-hidden="true" className="size-4" /> Open an app on this device
          </a>
        </div>
      </div>
      <CodeField
        hint="Type the six digits your app shows now."
        error={failureOf(finish.error).fields?.code}
        value={code}
        onChange={setCode}
      />
    </FormDialog>
  );
}

const inGroupsOfFour = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ');

/** Toasts an error unless the field shows it already. */
const toastUnlessField = (field: string) => (error: Error) => {
  if (failureOf(error).fields?.[field] !== undefined) return;
  toastFailure("We couldn't set up two-step sign-in", error, 'Please try again later.');
};
