import { Link, useLocation } from 'wouter';
import { paths, withNext } from '#contract/platform/paths.ts';
import { GuideLinks } from '#web/features/base/guides/guide-link.tsx';
import { SignInPrompt } from '#web/features/base/sign-in/sign-in-prompt.tsx';
import { useSite } from '#web/platform/site.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { Notice } from '#web/ui/notice.tsx';
import { buttonClass, Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { CreateGroupForm } from './create-group-form.tsx';
import { useRef } from 'react';
import type { InputFor } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { FileInput } from '#web/ui/file-input.tsx';
import { toast } from '#web/ui/toast.ts';

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
      <Link
        href={withNext(paths.completeProfile, paths.createGroup)}
        className={buttonClass({ variant: 'accent' })}
      >
        Complete your profile
      </Link>
    }
  >
    A group needs an organiser people can get to know. We'll keep what you type here until you come
    back.
  </Notice>
);

const key = 'POST /api/groups/import';
type GroupFile = InputFor<typeof key>['body'];

/** Starts a group from the file that its owner downloaded, here or on another site. */
function StartFromFile() {
  const picker = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const start = useCreation({
    key,
    inputOf: (body: GroupFile) => ({ body }),
    onSuccess: ({ id }) => {
      toast({ title: 'Your group is here, with its events to come', tone: 'good' });
      navigate(paths.groupCreated(id));
    },
    onError: (error) => toastFailure('Group not created', error, 'Please try again later.'),
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
      <FileInput
        picker={picker}
        label="File of a group"
        accept="application/json,.json"
        onFile={(file) => void read(file)}
      />
      <Button
        variant="outline"
        busy={start.isPending}
        busyLabel="Starting your group..."
        onClick={() => picker.current?.click()}
      >
        Start from a file
      </Button>
    </p>
  );
}
