import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import type { Subscription } from '#contract/base/mail.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Missing } from '#web/ui/missing.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { subscriptionQuery } from './queries.ts';
import { topicPhrase } from './topics.ts';

/** Where the link at the end of a mail leads; it asks first, since mail programs follow links on their own. */
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
    onError: (error) => toastFailure('This could not be saved', error, 'Please try again.'),
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
          <Button
            variant={on ? 'primary' : 'outline'}
            busy={change.isPending}
            busyLabel="Saving..."
            onClick={() => change.mutate(!on)}
          >
            {action}
          </Button>
          <Link href={paths.mailPreferences} className={buttonClass({ variant: 'ghost' })}>
            Choose your emails
          </Link>
        </>
      }
    />
  );
}

interface Words {
  title: string;
  hint: string;
  action: string;
}

/** The question while the emails are on, and the confirmation once they are off. */
function wordsOf(subscription: Subscription): Record<'on' | 'off', Words> {
  const emails = topicPhrase(subscription);
  const stay = 'Changes and cancellations of events you go to come all the same.';
  if (subscription.topic === 'groupMessages') {
    return {
      on: { title: 'Mute this group?', hint: `You get ${emails}. ${stay}`, action: 'Mute' },
      off: {
        title: 'This group is muted',
        hint: `You get no more ${emails}. Changed your mind? One press brings them back.`,
        action: 'Unmute',
      },
    };
  }
  return {
    on: { title: 'Stop these emails?', hint: `You get ${emails}. ${stay}`, action: 'Unsubscribe' },
    off: {
      title: 'You get no more of these emails',
      hint: `We no longer send you ${emails}. Changed your mind? One press brings them back.`,
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
