import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { noInvitationsPath, type Subscription } from '#contract/base/mail.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Missing } from '#web/ui/missing.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { subscriptionQuery } from './queries.ts';
import { topicPhrase } from './topics.ts';

/**
 * The page behind an email's unsubscribe link. It asks first, because email programs open links by
 * themselves.
 */
export default function UnsubscribePage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { data: subscription, isPending } = useQuery(subscriptionQuery(token));
  if (isPending) return null;
  return subscription ? <Question token={token} subscription={subscription} /> : <BrokenLink />;
}

function Question({ token, subscription }: { token: string; subscription: Subscription }) {
  const client = useQueryClient();
  const { queryKey } = subscriptionQuery(token);
  const change = useMutation({
    mutationFn: (on: boolean) => call('POST /api/unsubscribe', { body: { token, on } }),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    failed: "Your change wasn't saved",
  });
  const { on } = subscription;
  const { title, hint, action } = wordsOf(subscription)[on ? 'on' : 'off'];
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title={title}
      hint={hint}
      actions={
        <>
          {action && (
            <form
              method="post"
              action={on ? noInvitationsPath(token) : undefined}
              onSubmit={(submission) => {
                submission.preventDefault();
                change.mutate(!on);
              }}
            >
              <Button
                type="submit"
                variant={on ? 'primary' : 'outline'}
                busy={change.isPending}
                busyLabel="Saving..."
              >
                {action}
              </Button>
            </form>
          )}
          {isForMembers(subscription) && (
            <Link href={paths.mailPreferences} className={buttonClass({ variant: 'ghost' })}>
              Choose your emails
            </Link>
          )}
        </>
      }
    />
  );
}

const isForMembers = ({ topic }: Subscription) =>
  topic !== 'eventMessages' && topic !== 'groupInvitations' && topic !== 'guestLinks';

interface PageText {
  title: string;
  hint: string;
  /** Undefined where nothing more can be done. */
  action?: string;
}

/** Returns the question while the emails are on, and the confirmation once they are off. */
function wordsOf(subscription: Subscription): Record<'on' | 'off', PageText> {
  const emails = topicPhrase(subscription);
  const stay = "We'll still tell you about changes to events you're going to.";
  if (subscription.topic === 'groupInvitations') {
    return {
      on: {
        title: 'Never be invited again?',
        hint: 'No group on this site will invite you by email any more.',
        action: 'Never invite me again',
      },
      off: {
        title: 'You get no more invitations',
        hint: 'We have deleted your address. No group on this site can invite you by email any more.',
      },
    };
  }
  if (subscription.topic === 'guestLinks') {
    return {
      on: {
        title: 'No such emails again?',
        hint: 'If somebody asks to come to an event with your address, we won’t email you about it.',
        action: 'Stop these emails',
      },
      off: {
        title: 'You get no such emails any more',
        hint: 'With this address you can’t come to events as a guest, but you can with an account. Changed your mind? You can turn these emails back on.',
        action: 'Allow them again',
      },
    };
  }
  if (subscription.topic === 'groupMessages') {
    return {
      on: { title: 'Mute this group?', hint: `You get ${emails}. ${stay}`, action: 'Mute' },
      off: {
        title: 'This group is muted',
        hint: `You won't get ${emails} any more. Changed your mind? You can turn them back on.`,
        action: 'Unmute',
      },
    };
  }
  const action = subscription.topic === 'asking' ? 'Stop asking me if I’m coming' : 'Unsubscribe';
  return {
    on: { title: 'Stop these emails?', hint: `You get ${emails}. ${stay}`, action },
    off: {
      title: 'You won’t get these emails any more',
      hint: `We won't send you ${emails} any more. Changed your mind? You can turn them back on.`,
      action: 'Subscribe again',
    },
  };
}

const BrokenLink = () => (
  <Missing
    className="mt-10"
    title="Part of this link is missing"
    hint="Please use the whole link from the email, or choose which emails you get in your settings."
    href={paths.mailPreferences}
    label="Choose your emails"
  />
);
