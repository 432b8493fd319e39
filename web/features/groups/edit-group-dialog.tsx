import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Group } from '../../../contract/groups.ts';
import { call } from '../../platform/data/api.ts';
import { applyFieldErrors } from '../../platform/forms/form-errors.ts';
import { refreshGroup } from '../membership/use-membership.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { useMutation } from '../../platform/data/use-mutation.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { consequenceOfEdit } from './edit-consequence.ts';
import { GroupFormFields } from './group-fields.tsx';
import { isPublic } from './is-public.ts';
import { GroupFields, valuesOf, type GroupFormOf, type NewGroup } from './group-values.ts';

interface EditGroupDialogProps {
  group: Group;
  onClose: () => void;
}

export default function EditGroupDialog({ group, onClose }: EditGroupDialogProps) {
  const form: GroupFormOf = useForm({
    resolver: zodResolver(GroupFields),
    defaultValues: valuesOf(group),
  });
  const forgetDraft = useDraft(`edit-group-${group.id}`, form);
  const close = () => {
    forgetDraft();
    onClose();
  };
  const save = useSaving(group, form, close);
  return (
    <FormDialog
      onClose={onClose}
      onCancel={close}
      title="Edit Group"
      description={consequenceOfEdit(group)}
      label="Save Changes"
      busy={save.isPending}
      onSubmit={form.handleSubmit((changes) => save.mutate(changes))}
    >
      <GroupFormFields form={form} townHint="Shown to everyone; new events without one take it." />
      <Checkbox
        {...form.register('contactEnabled')}
        label="People can write to the organisers"
        description="By a form on the group’s page. You see the address of whoever writes; they see yours once you answer."
      />
    </FormDialog>
  );
}

/** What an admin may have to look at. */
const reviewed = ({ contactEnabled: _, attendeeNames: __, ...rest }: NewGroup) => rest;

function isAsBefore(form: NewGroup, group: Group): boolean {
  const before = GroupFields.safeParse(valuesOf(group)).data;
  return (
    before !== undefined && JSON.stringify(reviewed(form)) === JSON.stringify(reviewed(before))
  );
}

function useSaving(group: Group, form: GroupFormOf, close: () => void) {
  const client = useQueryClient();
  const awaitsApproval = !isPublic(group);
  return useMutation({
    mutationFn: async (saved: NewGroup) => {
      const params = { id: group.id };
      const { contactEnabled, attendeeNames } = saved;
      // No admin has to look at these: who changes nothing else sends the group to no review.
      if (contactEnabled !== group.contactEnabled || attendeeNames !== group.attendeeNames) {
        await call('PATCH /api/groups/:id', { params, body: { contactEnabled, attendeeNames } });
        if (isAsBefore(saved, group)) return;
      }
      const changes = reviewed(saved);
      // Category 1 files a group by its type; one that keeps its type keeps its category.
      const categoryId = changes.groupType === group.groupType ? group.categoryId : 1;
      await call('PUT /api/groups/:id', { params, body: { ...changes, categoryId } });
    },
    onSuccess: async () => {
      await refreshGroup(client, group.id);
      close();
      if (awaitsApproval) toast({ title: 'Group updated successfully', tone: 'good' });
      else
        toast({
          title: 'Success!',
          description: 'Your group has been updated successfully',
          tone: 'good',
        });
    },
    onError: (error) => {
      applyFieldErrors(form, error);
      if (awaitsApproval) toastFailure('Failed to update group', error, 'Please try again.');
      else toastFailure('Error', error, 'Failed to update group. Please try again.');
    },
  });
}
