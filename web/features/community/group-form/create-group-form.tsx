import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { createdGroup } from '#contract/community/form-words.ts';
import { paths } from '#contract/platform/paths.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { failureOf, urlOf } from '#web/platform/data/api.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { FormWithAside, Preview } from '#web/platform/forms/form-with-aside.tsx';
import { usePostedValues, type FirstValues } from '#web/platform/forms/posted-values.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { QuotaLeft } from '#web/features/base/accounts/quota-left.tsx';
import { GroupFormFields } from './group-fields.tsx';
import { GroupFields, type GroupFormOf, type GroupValues, type NewGroup } from './group-values.ts';
import { groupTypes } from '#contract/community/groups.ts';
import { Cover } from '#web/ui/cover.tsx';
import { groupTypeLabels } from '#web/features/community/groups/labels.ts';

const key = 'POST /api/groups';

const blank: FirstValues<GroupValues> = {
  name: '',
  groupType: undefined,
  chargeForEvents: undefined,
  imageUrl: '',
  description: '',
  joinPolicy: 'open',
  location: '',
  contactEnabled: true,
  audience: 'all',
  attendeeNames: 'signed_in',
  defaultOpenTo: 'members',
  defaultPlacePublic: false,
  asksEverybody: false,
  safeguardingLead: '',
  safeguardingContact: '',
};

interface CreateGroupFormProps {
  /** Shown above the fields. */
  notice: ReactNode;
  /** The member's own town, the default for the group. */
  town: string | undefined;
}

export function CreateGroupForm({ notice, town }: CreateGroupFormProps) {
  const form = useForm<GroupValues, unknown, NewGroup>({
    resolver: zodResolver(GroupFields),
    ...usePostedValues<GroupValues>(key, blank),
  });
  const forgetDraft = useDraft('create-group', form);
  const create = useSubmission(form, forgetDraft);
  return (
    <FormWithAside aside={<GroupPreview form={form} />}>
      {notice}
      <form
        method="post"
        action={urlOf(key)}
        noValidate
        onSubmit={form.handleSubmit((group) => create.mutate(group))}
        className="flex flex-col gap-6"
      >
        <input type="hidden" name="_next" value={paths.groupCreated(':id')} />
        <QuotaLeft of="unapprovedGroups" />
        <GroupFormFields
          form={form}
          townHint="Everyone can see it. If you leave it empty, we'll use your own town."
          town={town}
        />
        <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating group...">
          Create group
        </Button>
      </form>
    </FormWithAside>
  );
}

const failed = 'Failed to create group. Please try again.';

function useSubmission(form: GroupFormOf, forgetDraft: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useCreation({
    key,
    inputOf: (group: NewGroup) => ({
      body: { ...group, categoryId: 1, status: 'pending_approval' },
    }),
    onSuccess: ({ id, status }) => {
      forgetDraft();
      void refresh(client, '/api/user/groups', '/api/user/quotas', '/api/groups');
      toast({ ...createdGroup({ status }), tone: 'good' });
      navigate(paths.groupCreated(id));
    },
    onError: (error) => {
      applyFieldErrors(form, error);
      if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'create a group');
      else toastFailure('Group not created', error, failed);
    },
  });
}

/** Category n + 1 holds the groups of type n; category 1 those without a type. */
const categoryOf = (type: (typeof groupTypes)[number] | undefined) =>
  type ? groupTypes.indexOf(type) + 2 : 1;

function GroupPreview({ form }: { form: GroupFormOf }) {
  const { name, groupType, imageUrl, description, location } = useWatch({ control: form.control });
  const type = groupTypes.find((each) => each === groupType);
  return (
    <Preview>
      <div className="card">
        <Cover seed={0} categoryId={categoryOf(type)} imageUrl={imageUrl} />
        <div>
          <p dir="auto" className="font-display text-xl font-bold text-ink">
            {name?.trim() || 'Your group'}
          </p>
          <p>{location?.trim() || (type ? groupTypeLabels[type] : 'Group type')}</p>
          <p dir="auto">{description?.trim() || "What you do, how often and who's welcome."}</p>
          <p className="card-foot">1 member</p>
        </div>
      </div>
    </Preview>
  );
}
