import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import type { Subscription } from '../../../contract/mail.ts';
import { paths } from '../../../contract/paths.ts';
import { call } from '../../platform/data/api.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { subscriptionQuery } from './queries.ts';
import { inWords } from './topics.ts';

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
  const emails = inWords(subscription);
  const { on } = subscription;
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title={on ? 'Stop these emails?' : 'You get no more of these emails'}
      hint={
        on
          ? `You get ${emails}. Changes and cancellations of events you go to come all the same.`
          : `We no longer send you ${emails}. Changed your mind? One press brings them back.`
      }
      actions={
        <>
          <Button
            variant={on ? 'primary' : 'outline'}
            busy={change.isPending}
            busyLabel="Saving..."
            onClick={() => change.mutate(!on)}
          >
            {on ? 'Unsubscribe' : 'Subscribe again'}
          </Button>
          <Link href={paths.mailPreferences} className={buttonClass({ variant: 'ghost' })}>
            Choose your emails
          </Link>
        </>
      }
    />
  );
}

const BrokenLink = () => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="This link is not complete"
    hint="Please use the whole link from the email, or choose which emails you get in your settings."
    actions={
      <Link href={paths.mailPreferences} className={buttonClass()}>
        Choose your emails
      </Link>
    }
  />
);
