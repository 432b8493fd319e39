import { useSearch } from 'wouter';
import { localPath, paths } from '#contract/platform/paths.ts';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ProfileForm } from './profile-form.tsx';
import { InvitationNotice } from '#web/features/base/sign-in/invitation-notice.tsx';
import { SignInPrompt } from '#web/features/base/sign-in/sign-in-prompt.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { WhoSeesWhat } from './who-sees-what.tsx';

export default function CompleteProfilePage() {
  const { user, isPending } = useUser();
  const search = useSearch();
  const next = localPath(new URLSearchParams(search).get('next')) ?? paths.events;
  if (isPending) return null;
  if (!user) {
    return (
      <SignInPrompt
        title="Sign in to complete your profile"
        hint="Your profile is part of your account, so please sign in first."
        label="Sign In"
        next={search ? `${paths.completeProfile}?${search}` : paths.completeProfile}
      />
    );
  }
  return (
    <div className="mt-10">
      <FormWithAside aside={<WhoSeesWhat />}>
        <PageHeading
          className="mb-6"
          title="Complete your profile"
          lead="Help people get to know who they'll meet."
        />
        <InvitationNotice next={next} />
        <Notice tone="accent" className="mb-8">
          A bio and location are required to create groups, sign up for events, message members and
          join discussions.
        </Notice>
        <ProfileForm user={user} next={next} />
      </FormWithAside>
    </div>
  );
}
