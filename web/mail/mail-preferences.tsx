import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MailPreferences as Preferences, MailTopic } from '../../contract/mail.ts';
import { SettingsSection } from '../accounts/settings-section.tsx';
import { call } from '../api.ts';
import { toastFailure } from '../toast-failure.ts';
import { Checkbox } from '../ui/choices.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';
import { preferencesQuery } from './queries.ts';
import { topics } from './topics.ts';

/** A member's choice of mails; each is saved as it is made. */
export const MailPreferences = () => (
  <SettingsSection
    id="mail-preferences"
    title="Email"
    lead="Which emails you get. Changes and cancellations of events you go to always come, and so do emails about your account."
  >
    <Choices />
  </SettingsSection>
);

function Choices() {
  const { data: chosen, isError } = useQuery(preferencesQuery());
  const { mutate } = useChoose();
  if (isError) return <p className="text-muted">Your choices can't be shown right now.</p>;
  return (
    <ul className="flex flex-col gap-5">
      {topics.map(({ topic, label, description }) => (
        <li key={topic}>
          {chosen ? (
            <Checkbox
              label={label}
              description={description}
              checked={chosen[topic]}
              onChange={({ target }) => mutate({ topic, on: target.checked })}
            />
          ) : (
            <Skeleton className="h-14 max-w-md" />
          )}
        </li>
      ))}
    </ul>
  );
}

interface Choice {
  topic: MailTopic;
  on: boolean;
}

/** Shown at once, and taken back where the server refuses. */
function useChoose() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery();
  const show = ({ topic, on }: Choice) =>
    client.setQueryData<Preferences>(queryKey, (known) => known && { ...known, [topic]: on });
  return useMutation({
    scope: { id: 'mail-preferences' },
    mutationFn: ({ topic, on }: Choice) =>
      call('PATCH /api/user/mail-preferences', { body: { [topic]: on } }),
    onMutate: show,
    onSuccess: () => toast({ title: 'Your choice has been saved', tone: 'good' }),
    onError: (error, { topic, on }) => {
      show({ topic, on: !on });
      toastFailure('Your choice could not be saved', error, 'Please try again.');
    },
  });
}
