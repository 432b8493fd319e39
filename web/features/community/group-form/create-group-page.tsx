import { Link } from 'wouter';
import { paths, withNext } from '#contract/platform/paths.ts';
import { GuideLinks } from '#web/features/base/guides/guide-link.tsx';
import { SignInPrompt } from '#web/features/base/sign-in/sign-in-prompt.tsx';
import { useSite } from '#web/platform/site.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { Notice } from '#web/ui/notice.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { CreateGroupForm } from './create-group-form.tsx';
import { StartFromFile } from './start-from-file.tsx';

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
