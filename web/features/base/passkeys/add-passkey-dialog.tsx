import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { OwnPasswordField } from '#web/features/base/account-security/own-password-field.tsx';
import { EitherCode } from '#web/features/base/sign-in/code-field.tsx';
import { signInMethodsQuery, twoStepQuery } from '#web/features/base/sign-in/queries.ts';
import { InputField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { addPasskey, isCancelled, isKnownDevice } from './webauthn.ts';

interface AddPasskeyDialogProps {
  onClose: () => void;
  onAdded?: () => void;
}

/** Asks for the password, and a code where there is two-step sign-in, before the device does. */
export default function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const { data: methods } = useQuery(signInMethodsQuery());
  const { data: twoStep } = useQuery(twoStepQuery());
  const [typed, setTyped] = useState({ name: '', password: '', code: '' });
  const put = (name: keyof typeof typed) => (value: string) =>
    setTyped((before) => ({ ...before, [name]: value }));
  const hasPassword = methods?.hasPassword ?? true;
  const hasTwoStep = Boolean(twoStep?.since);
  const add = useAdding(() => {
    onAdded?.();
    onClose();
  });
  const { fields } = failureOf(add.error);
  return (
    <FormDialog
      onClose={onClose}
      title="Add a passkey"
      description="First we check that it's you. Then your device asks for your fingerprint, face or screen lock. It keeps the passkey, and we never see your finger or face."
      label="Continue"
      busyLabel="Look at your device..."
      busy={add.isPending}
      onSubmit={() =>
        add.mutate({
          name: typed.name,
          ...(hasPassword && { password: typed.password }),
          ...(hasTwoStep && { code: typed.code }),
        })
      }
    >
      <NameField error={fields?.name} value={typed.name} onChange={put('name')} />
      {hasPassword && (
        <OwnPasswordField
          error={fields?.password}
          value={typed.password}
          onChange={put('password')}
        />
      )}
      {hasTwoStep && <EitherCode error={fields?.code} value={typed.code} onChange={put('code')} />}
    </FormDialog>
  );
}

function useAdding(onAdded: () => void) {
  return useMutation({
    mutationFn: addPasskey,
    onSuccess: onAdded,
    done: ({ name }) => ({
      title: 'Passkey added',
      description: `Next time, you can log in with ‘${name}’.`,
    }),
    reload: ['/api/passkeys'],
    onError: (error) => {
      const { fields } = failureOf(error);
      if (fields && Object.keys(fields).some((name) => name !== 'response')) return;
      const title = "The passkey wasn't added";
      if (isKnownDevice(error)) {
        const description = 'This device has one for your account already.';
        toast({ tone: 'danger', title, description });
      } else {
        toastFailure(title, error, whyNotAdded(error));
      }
    },
  });
}

const whyNotAdded = (error: unknown) =>
  isCancelled(error)
    ? 'Nothing has changed. You can try again.'
    : 'Your device may not be able to keep one. You can try again.';

interface NameFieldProps {
  error: string | undefined;
  value: string;
  onChange: (name: string) => void;
}

const NameField = ({ error, value, onChange }: NameFieldProps) => (
  <InputField
    label="Name (optional)"
    hint="So that you recognise it, such as ‘My phone’."
    error={error}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    autoComplete="off"
    maxLength={60}
  />
);
