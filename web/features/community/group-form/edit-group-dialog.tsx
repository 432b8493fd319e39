import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Group } from '#contract/community/groups.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { changesTo, useEdit } from '#web/platform/forms/use-edit.tsx';
import { refreshGroup } from '#web/features/community/membership/use-membership.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { GroupFormFields } from './group-fields.tsx';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import {
  GroupFields,
  valuesOf,
  type GroupFormOf,
  type GroupValues,
  type NewGroup,
} from './group-values.ts';

interface EditGroupDialogProps {
  group: Group;
  onClose: () => void;
}

export default function EditGroupDialog({ group, onClose }: EditGroupDialogProps) {
  const draft = `edit-group-${group.id}`;
  const edit = useEdit(group, valuesOf, draft);
  const form: GroupFormOf = useForm({
    resolver: zodResolver(GroupFields),
    defaultValues: edit.shown,
  });
  const forgetDraft = useDraft(draft, form, edit.base.revision);
  const close = () => {
    forgetDraft();
    onClose();
  };
  const save = useSaving(edit, form, close);
  return (
    <FormDialog
      onClose={onClose}
      onCancel={close}
      title="Edit group"
      description={consequenceOfEdit(group)}
      label="Save changes"
      busy={save.isPending}
      onSubmit={form.handleSubmit((changes) => save.mutate(changes))}
    >
      <GroupFormFields
        form={form}
        townHint="Everyone can see it. New events use it unless you give them another."
      />
      <Checkbox
        {...form.register('contactEnabled')}
        label="People can email the organisers"
        description="They use a form on the group's page. You'll see their email address, and they'll see yours when you reply."
      />
      <Checkbox
        {...form.register('recordsAttendance')}
        label="Record who comes"
        description="At the door, on your phone. Only organisers see it, and each member their own. Switching it off deletes what was recorded."
      />
      {group.can.letOrganisersEdit && (
        <Checkbox
          {...form.register('organisersEdit')}
          label="Organisers can edit this group"
          description="They change its name, description, picture and choices as you do. Only you decide this, and who owns the group."
        />
      )}
      {edit.notes(form)}
    </FormDialog>
  );
}

type Edit = ReturnType<typeof useEdit<Group, GroupValues>>;

function useSaving({ base, rebase }: Edit, form: GroupFormOf, close: () => void) {
  const client = useQueryClient();
  const { id, revision } = base;
  const awaitsApproval = !isPublic(base);
  return useMutation({
    mutationFn: async (saved: NewGroup) => {
      const params = { id };
      const changes = changesTo(saved, base);
      if (Object.keys(changes).length > 0)
        await call('PATCH /api/groups/:id', { params, body: { ...changes, revision } });
      else if (awaitsApproval && base.can.submit)
        await call('PUT /api/groups/:id', { params, body: { status: 'pending_approval' } });
    },
    onSuccess: async () => {
      await refreshGroup(client, id);
      close();
      if (awaitsApproval) toast({ title: 'Group updated successfully', tone: 'good' });
      else toast({ title: 'Your group has been updated successfully', tone: 'good' });
    },
    onError: (error) => {
      const { current } = failureOf(error);
      if (current) return rebase(current);
      applyFieldErrors(form, error);
      if (awaitsApproval) toastFailure('Failed to update group', error, 'Please try again.');
      else toastFailure('Group not saved', error, 'Failed to update group. Please try again.');
    },
  });
}

/** Explains the effect of saving an edit. */
export function consequenceOfEdit({
  reviewedOnEdit,
  ...group
}: Pick<Group, 'reviewedOnEdit' | 'status' | 'editPending'>): string {
  if (!reviewedOnEdit) return 'Everyone sees your changes straight away.';
  return isPublic(group)
    ? "An admin checks your changes after you save. Until they're approved, everyone else sees the group as it is now."
    : 'An admin checks the group after you save.';
}
