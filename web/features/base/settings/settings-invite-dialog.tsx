import { registerShown } from '#web/platform/forms/posted-values.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { InvitationForm } from '#contract/base/settings.ts';
import { call } from '#web/platform/data/api.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { InputField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';

interface InviteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const numberOrNothing = {
  setValueAs: (text: string | number | null) =>
    text === null || text === '' ? null : Number(text),
};

export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const { form, invite } = useInviting(() => onOpenChange(false));
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      unsaved={form.formState.isDirty && !invite.isPending}
      title="New invitation"
      description="You'll get a link and a code to pass on."
      label="Create invitation"
      busyLabel="Creating..."
      busy={invite.isPending}
      onSubmit={form.handleSubmit((values) => invite.mutate(values))}
    >
      <InputField
        label="Note"
        optional
        hint="For admins only: who it is for."
        {...registerShown(form, 'note')}
      />
      <InputField
        label="How many people can use it"
        optional
        hint="Leave it empty for no limit."
        {...registerShown(form, 'maxUses', numberOrNothing)}
        type="number"
        min={1}
      />
      <InputField
        label="For how many days"
        optional
        hint="Leave it empty for no end date."
        {...registerShown(form, 'expiresInDays', numberOrNothing)}
        type="number"
        min={1}
        max={365}
      />
    </FormDialog>
  );
}

function useInviting(onInvited: () => void) {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(InvitationForm),
    defaultValues: { note: '', maxUses: 1, expiresInDays: 30 },
  });
  const invite = useMutation({
    mutationFn: (body: z.output<typeof InvitationForm>) =>
      call('POST /api/admin/invitations', { body }),
    onSuccess: async () => {
      await refresh(client, '/api/admin/invitations', '/api/admin/audit');
      form.reset();
      onInvited();
      toast({ title: 'Invitation created', tone: 'good' });
    },
    onError: (error) => {
      toastFailure('Invitation not created', error, 'Please try again.');
      applyFieldErrors(form, error);
    },
  });
  return { form, invite };
}
