import { registerShown } from '#web/platform/forms/posted-values.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { addChild, type Child } from '#contract/events/household.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { InputField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

type Values = z.input<typeof addChild.body>;

interface ChildDialogProps {
  /** Without one a child is added. */
  child?: Child;
  onClose: () => void;
}

/** Adds a child to the household, or changes one. */
export default function ChildDialog({ child, onClose }: ChildDialogProps) {
  const form = useForm<Values, unknown, z.output<typeof addChild.body>>({
    resolver: zodResolver(addChild.body),
    defaultValues: { firstName: child?.firstName ?? '', note: child?.note ?? '' },
  });
  const { isDirty } = form.formState;
  const save = useMutation({
    mutationFn: (body: Values) =>
      child
        ? call('PATCH /api/user/household/:id', { params: { id: child.id }, body })
        : call('POST /api/user/household', { body }),
    onSuccess: () => onClose(),
    done: ({ firstName }) => (child ? 'Saved' : `${firstName} is in your household`),
    onError: (error) => {
      if (!applyFieldErrors(form, error)) toastFailure('Not saved', error, 'Please try again.');
    },
    reload: ['/api/user/household', '/api/events/'],
  });
  return (
    <FormDialog
      title={child ? `Change ${child.firstName}` : 'Add a child'}
      unsaved={isDirty}
      label="Save"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
    >
      <InputField
        label="First name"
        hint="No last name and no birthday. Organisers of the events they come to see it."
        {...registerShown(form, 'firstName')}
        autoComplete="off"
        maxLength={80}
      />
      <InputField
        label="What organisers should know"
        optional
        hint="Such as allergies. Organisers of the events they come to see it until 30 days after."
        {...registerShown(form, 'note')}
        autoComplete="off"
        maxLength={140}
      />
    </FormDialog>
  );
}
