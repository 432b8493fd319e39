import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { GroupForm, groupTypes } from '../../contract/groups.ts';
import { paths } from '../../contract/paths.ts';
import { askToSignIn } from '../accounts/ask-to-sign-in.ts';
import { call, failureOf } from '../api.ts';
import { applyFieldErrors } from '../form-errors.ts';
import { FormWithAside } from '../form-with-aside.tsx';
import { refresh } from '../queries.ts';
import { toastFailure } from '../toast-failure.ts';
import { Button } from '../ui/button.tsx';
import { RadioCards } from '../ui/choices.tsx';
import { Field, Input, NativeSelect, Textarea } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { GroupPreview } from './group-preview.tsx';
import type { GroupFormOf, NewGroup } from './group-values.ts';
import { groupTypeLabels } from './labels.ts';

/** `notice` stands above the fields. */
export function CreateGroupForm({ notice }: { notice: ReactNode }) {
  const form: GroupFormOf = useForm({
    resolver: zodResolver(GroupForm),
    defaultValues: { name: '', imageUrl: '', description: '' },
  });
  const forgetDraft = useDraft('create-group', form);
  const create = useCreation(form, forgetDraft);
  return (
    <FormWithAside aside={<GroupPreview form={form} />}>
      {notice}
      <form
        noValidate
        onSubmit={form.handleSubmit((group) => create.mutate(group))}
        className="flex flex-col gap-6"
      >
        <NameAndType form={form} />
        <FeeChoice form={form} />
        <Words form={form} />
        <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating Group...">
          Create Group
        </Button>
      </form>
    </FormWithAside>
  );
}

function NameAndType({ form }: { form: GroupFormOf }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Group Name" hint="3 to 100 characters" error={errors.name?.message}>
        {(control) => (
          <Input {...control} {...form.register('name')} placeholder="Hebden Bridge Ramblers" />
        )}
      </Field>
      <Field label="Group Type" error={errors.groupType?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register('groupType')}>
            <option value="">Select a group type</option>
            {groupTypes.map((type) => (
              <option key={type} value={type}>
                {groupTypeLabels[type]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </>
  );
}

function FeeChoice({ form }: { form: GroupFormOf }) {
  return (
    <RadioCards
      {...form.register('chargeForEvents')}
      legend="Will you charge for events?"
      error={form.formState.errors.chargeForEvents?.message}
      options={[
        { value: 'free', label: 'Free', description: 'Coming along costs nothing' },
        { value: 'paid', label: 'Paid', description: 'Some events have a fee' },
      ]}
    />
  );
}

function Words({ form }: { form: GroupFormOf }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label="Image URL"
        hint="Starts with https://. Without one, we draw a cover."
        optional
        error={errors.imageUrl?.message}
      >
        {(control) => (
          <Input {...control} {...form.register('imageUrl')} type="url" inputMode="url" />
        )}
      </Field>
      <Field
        label="Description"
        hint="At least 20 characters: what you do, how often, and who is welcome."
        error={errors.description?.message}
      >
        {(control) => <Textarea {...control} {...form.register('description')} rows={6} />}
      </Field>
    </>
  );
}

const failed = 'Failed to create group. Please try again.';

function useCreation(form: GroupFormOf, forgetDraft: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (group: NewGroup) => {
      const body = { ...group, categoryId: 1, status: 'pending_approval' };
      return call('POST /api/groups', { body });
    },
    onSuccess: ({ id }) => {
      forgetDraft();
      void refresh(client, '/api/user/groups', '/api/groups');
      toast({ title: 'Your group has been submitted for admin approval', tone: 'good' });
      navigate(paths.groupCreated(id));
    },
    onError: (error) => {
      applyFieldErrors(form, error);
      if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'create a group');
      else toastFailure('Error', error, failed);
    },
  });
}
