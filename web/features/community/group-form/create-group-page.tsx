import { useLocation } from 'wouter';
import { paths, withNext } from '#contract/platform/paths.ts';
import { GuideLinks } from '#web/features/base/guides/guide-link.tsx';
import { SignInPrompt } from '#web/features/base/sign-in/sign-in-prompt.tsx';
import { useSite } from '#web/platform/site.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { type ReactNode } from 'react';
import { type InputFor, failureOf, urlOf } from '#web/platform/data/api.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { createdGroup } from '#contract/community/form-words.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { FormWithAside, Preview } from '#web/platform/forms/form-with-aside.tsx';
import { usePostedValues, type FirstValues } from '#web/platform/forms/posted-values.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { QuotaLeft } from '#web/features/base/accounts/quota-left.tsx';
import { GroupFormFields } from './group-fields.tsx';
import { GroupFields, type GroupFormOf, type GroupValues, type NewGroup } from './group-values.ts';
import { groupTypes } from '#contract/community/groups.ts';
import { Cover } from '#web/ui/cover.tsx';
import { groupTypeLabels } from '#web/features/community/groups/labels.ts';

export default function CreateGroupPage() {
  const { user, isPending } = useUser();
  if (isPending) return null;
  if (!user) {
    return (
      <SignInPrompt
        title="Authentication Required"
        hint="Please sign in to create a group. It takes a minute and it's free."
        label="Sign In"
        next={paths.createGroup}
      />
    );
  }
  return (
    <>
      <Heading />
      <StartFromFile />
      <CreateGroupForm
        notice={!user.profileCompleted && <ProfileNotice />}
        town={user.location?.split(',')[0]}
      />
    </>
  );
}

function Heading() {
  const { groupApproval } = useSite();
  return (
    <PageHeading
      className="mt-10 mb-8"
      title="Create a Group"
      lead={`Tell people what you do and who it's for. ${groupApproval ? 'We check each new group before it goes on the board.' : 'It goes on the board straight away.'}`}
      actions={<GuideLinks of={['first-event', 'moving-from-meetup']} />}
    />
  );
}

const ProfileNotice = () => (
  <Notice
    tone="accent"
    title="Complete your profile first"
    className="mb-8"
    action={
      <ButtonLink
        href={withNext(paths.completeProfile, paths.createGroup)}
        variant="accent"
        label="Complete your profile"
      />
    }
  >
    A group needs an organiser people can get to know. We'll keep what you type here until you come
    back.
  </Notice>
);

const callKey = 'POST /api/groups/import';
type GroupFile = InputFor<typeof callKey>['body'];

/** Starts a group from the file that its owner downloaded, here or on another site. */
function StartFromFile() {
  const [, navigate] = useLocation();
  const start = useCreation({
    key: callKey,
    inputOf: (body: GroupFile) => ({ body }),
    onSuccess: ({ id }) => navigate(paths.groupCreated(id)),
    done: 'Your group is here, with its events to come',
    failed: 'Group not created',
    fallback: 'Please try again later.',
  });
  const read = async (file: File) => {
    try {
      const body: GroupFile = JSON.parse(await file.text());
      start.mutate(body);
    } catch {
      toast({ title: 'This file is not a group’s', tone: 'danger' });
    }
  };
  return (
    <p className="needs-script mb-8 flex flex-wrap items-center gap-x-4 gap-y-2">
      Have you downloaded your group from another site?
      <FileButton
        fileLabel="File of a group"
        accept="application/json,.json"
        onFile={(file) => void read(file)}
        busy={start.isPending}
        busyLabel="Starting your group..."
      >
        Start from a file
      </FileButton>
    </p>
  );
}

const createKey = 'POST /api/groups';

const blankValues: FirstValues<GroupValues> = {
  name: '',
  groupType: undefined,
  chargeForEvents: undefined,
  imageUrl: '',
  description: '',
  joinPolicy: 'open',
  joinQuestion: '',
  location: '',
  contactEnabled: true,
  audience: 'all',
  attendeeNames: 'signed_in',
  defaultOpenTo: 'members',
  defaultPlacePublic: false,
  asksEverybody: false,
  recordsAttendance: true,
  organisersEdit: false,
  safeguardingLead: '',
  safeguardingContact: '',
};

interface CreateGroupFormProps {
  /** Shown above the fields. */
  notice: ReactNode;
  /** The member's own town, the default for the group. */
  town: string | undefined;
}

function CreateGroupForm({ notice, town }: CreateGroupFormProps) {
  const form = useForm<GroupValues, unknown, NewGroup>({
    resolver: zodResolver(GroupFields),
    ...usePostedValues<GroupValues>(createKey, blankValues),
  });
  const forgetDraft = useDraft('create-group', form);
  const create = useSubmission(form, forgetDraft);
  return (
    <FormWithAside aside={<GroupPreview form={form} />}>
      {notice}
      <form
        method="post"
        action={urlOf(createKey)}
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

const failureText = 'Failed to create group. Please try again.';

function useSubmission(form: GroupFormOf, forgetDraft: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useCreation({
    key: createKey,
    inputOf: (group: NewGroup) => ({
      body: { ...group, categoryId: 1, status: 'pending_approval' },
    }),
    onSuccess: ({ id }) => {
      forgetDraft();
      void refresh(client, '/api/user/groups', '/api/user/quotas', '/api/groups');
      navigate(paths.groupCreated(id));
    },
    done: ({ status }) => createdGroup({ status }),
    onError: (error) => {
      applyFieldErrors(form, error);
      if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'create a group');
      else toastFailure('Group not created', error, failureText);
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
