import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { EitherCode } from '#web/features/base/sign-in/code-field.tsx';
import { OwnPasswordField } from './own-password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export type Change = 'off' | 'renew';

const purposeWords = {
  off: {
    title: 'Turn off two-step sign-in?',
    description: "You'll sign in with just your password again.",
    label: 'Turn it off',
    busyLabel: 'Turning off...',
    failure: 'Two-step sign-in is still on',
  },
  renew: {
    title: 'Create new recovery codes',
    description: 'Your old codes will stop working.',
    label: 'Create codes',
    busyLabel: 'Creating...',
    failure: "We couldn't create new codes",
  },
};

interface TwoStepProofDialogProps {
  change: Change;
  onClose: () => void;
}

/** Asks for both the password and a code, so a stolen password or phone isn't enough. */
export default function TwoStepProofDialog({ change, onClose }: TwoStepProofDialogProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const mutation = useChange(change, { password, code }, onClose);
  const { title, description, label, busyLabel } = purposeWords[change];
  if (mutation.data) {
    return (
      <RecoveryCodes title="Your new recovery codes" codes={mutation.data} onClose={onClose} />
    );
  }
  const { fields } = failureOf(mutation.error);
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={description}
      label={label}
      busyLabel={busyLabel}
      busy={mutation.isPending}
      danger={change === 'off'}
      onSubmit={() => mutation.mutate()}
    >
      <OwnPasswordField error={fields?.password} value={password} onChange={setPassword} />
      <EitherCode error={fields?.code} value={code} onChange={setCode} />
    </FormDialog>
  );
}

function useChange(change: Change, body: { password: string; code: string }, onOff: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<string[] | null> => {
      if (change === 'renew') {
        const answer = await call('POST /api/auth/user/two-step/recovery-codes', { body });
        return answer.recoveryCodes;
      }
      await call('DELETE /api/auth/user/two-step', { body });
      return null;
    },
    onSuccess: (codes) => {
      void refresh(client, '/api/auth/user/two-step', '/api/admin/');
      if (codes) return;
      toast({ tone: 'good', title: 'Two-step sign-in is off' });
      onOff();
    },
    onError: (error) => {
      if (!failureOf(error).fields) {
        toastFailure(purposeWords[change].failure, error, 'Please try again later.');
      }
    },
  });
}
