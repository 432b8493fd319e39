import { useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { type AnswerFor, call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { CodeField } from '#web/features/base/sign-in/code-field.tsx';
import { OwnPasswordField } from './own-password-field.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Begun = AnswerFor<'POST /api/auth/user/two-step/setup'>;

/** The password, the key for the app and a code that shows it is there, the recovery codes: one after another. */
export default function TwoStepSetupDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  const step = codes ? (
    <Codes codes={codes} onClose={onClose} />
  ) : begun ? (
    <App begun={begun} onClose={onClose} onDone={setCodes} />
  ) : (
    <Password onClose={onClose} onDone={setBegun} />
  );
  return step;
}

interface StepProps<Result> {
  onClose: () => void;
  onDone: (result: Result) => void;
}

function Password({ onClose, onDone }: StepProps<Begun>) {
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => call('POST /api/auth/user/two-step/setup', { body: { password } }),
    onSuccess: onDone,
    onError: tellUnlessOf('password'),
  });
  return (
    <FormDialog
      title={
        <>
          Set up <span className="whitespace-nowrap">two-step</span> sign-in
        </>
      }
      description="You need an app that makes codes, such as Google Authenticator, Aegis, 2FAS or your password manager."
      onClose={onClose}
      label="Continue"
      busyLabel="Checking..."
      busy={begin.isPending}
      onSubmit={sending(begin.mutate)}
    >
      <OwnPasswordField
        hint="So that nobody else can do this."
        error={failureOf(begin.error).fields?.password}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}

function App({ begun, onClose, onDone }: StepProps<string[]> & { begun: Begun }) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const { key, address, ticket } = begun;
  const finish = useMutation({
    mutationFn: () => call('POST /api/auth/user/two-step', { body: { ticket, code } }),
    onSuccess: ({ recoveryCodes }) => {
      void refresh(client, '/api/auth/user/two-step', '/api/admin/');
      onDone(recoveryCodes);
    },
    onError: tellUnlessOf('code'),
  });
  return (
    <FormDialog
      title="Add the key to your app"
      onClose={onClose}
      label="Switch it on"
      busyLabel="Checking..."
      busy={finish.isPending}
      onSubmit={sending(finish.mutate)}
    >
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={address} label="QR code with the key for your app" />
        <div className="flex min-w-52 grow basis-52 flex-col items-start gap-3">
          <p>Scan the code with your app, or type in this key:</p>
          <p className="font-mono wrap-anywhere">{inFours(key)}</p>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => void copyText(key, 'The key is copied', 'Please type it in.')}
          >
            <Copy aria-hidden="true" className="size-4" /> Copy the key
          </Button>
          <a href={address} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            <ExternalLink aria-hidden="true" className="size-4" /> Open an app on this device
          </a>
        </div>
      </div>
      <CodeField
        hint="Type the six digits that the app shows now."
        error={failureOf(finish.error).fields?.code}
        value={code}
        onChange={setCode}
      />
    </FormDialog>
  );
}

const Codes = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title="Two-step sign-in is on"
    insists
    footer={<Button onClick={onClose}>I have kept them</Button>}
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
);

const inFours = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ');

const sending = (send: () => void) => (event: FormEvent) => {
  event.preventDefault();
  send();
};

/** The field shows its own error, so no toast repeats it. */
const tellUnlessOf = (field: string) => (error: Error) => {
  if (failureOf(error).fields?.[field] !== undefined) return;
  toastFailure('Two-step sign-in could not be set up', error, 'Please try again later.');
};
