import { useState } from 'react';
import { call, failureOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { InputField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface RenamePasskeyDialogProps {
  passkey: { id: number; name: string };
  onClose: () => void;
}

export default function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () =>
      call('PATCH /api/passkeys/:id', { params: { id: passkey.id }, body: { name } }),
    onSuccess: onClose,
    onError: (error) => {
      if (!failureOf(error).fields) toastFailure("The passkey wasn't renamed", error);
    },
    done: 'Passkey renamed',
    reload: ['/api/passkeys'],
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Rename “${passkey.name}”`}
      label="Save"
      busy={rename.isPending}
      onSubmit={() => rename.mutate()}
    >
      <InputField
        label="Name"
        error={failureOf(rename.error).fields?.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
        autoComplete="off"
        maxLength={60}
      />
    </FormDialog>
  );
}
