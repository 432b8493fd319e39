import { useIfMailed } from '#web/platform/site.tsx';
import { useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MailPreferences as Preferences, MailTopic } from '#contract/base/mail.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { call, urlOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { SentAs, UncheckedValue } from '#web/platform/forms/posted.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { preferencesQuery } from './queries.ts';
import { topics } from './topics.ts';

const callKey = 'PATCH /api/user/mail-preferences';

/** Lets a member choose their emails; each choice is saved at once. */
export function MailPreferences({ children }: { children: ReactNode }) {
  const ifMailed = useIfMailed();
  return (
    <SettingsSection
      id="mail-preferences"
      title="Email"
      lead={ifMailed(
        "Choose which emails you get. We'll always email you about your account, your place on a waiting list, and changes to events you're going to.",
        'This site can’t send email yet. Choose which emails you get once it can.',
      )}
    >
      <Choices />
      {children}
    </SettingsSection>
  );
}

function Choices() {
  const { user } = useUser();
  const shown = topics.filter(({ forAdmins }) => !forAdmins || user?.role === 'admin');
  const { data: saved, isError } = useQuery(preferencesQuery());
  // React Query updates its cache asynchronously, and until then a checkbox would show its old
  // state.
  const [chosen, setChosen] = useState<Partial<Preferences>>({});
  const { mutate } = useSaveChoice(({ topic }) => setChosen(({ [topic]: _, ...rest }) => rest));
  if (isError) return <p className="text-muted">We can't show your choices right now.</p>;
  const choose = (choice: Choice) => {
    setChosen((others) => ({ ...others, [choice.topic]: choice.on }));
    mutate(choice);
  };
  return (
    <form method="post" action={urlOf(callKey)}>
      <SentAs keyOf={callKey} />
      <ul className="flex flex-col gap-5">
        {shown.map(({ topic, label, description }) => (
          <li key={topic}>
            {saved ? (
              <>
                <UncheckedValue name={topic} />
                <Checkbox
                  name={topic}
                  label={label}
                  description={description}
                  checked={chosen[topic] ?? saved[topic]}
                  onChange={({ target }) => choose({ topic, on: target.checked })}
                />
              </>
            ) : (
              <Skeleton className="h-14 max-w-md" />
            )}
          </li>
        ))}
      </ul>
      <noscript>
        {import.meta.env.SSR && (
          <button className={cx(buttonClass({ variant: 'quiet' }), 'mt-5')}>Save</button>
        )}
      </noscript>
    </form>
  );
}

interface Choice {
  topic: MailTopic;
  on: boolean;
}

/** Calls `revert` for a choice that the server refused. */
function useSaveChoice(revert: (choice: Choice) => void) {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery();
  return useMutation({
    scope: { id: 'mail-preferences' },
    mutationFn: ({ topic, on }: Choice) => call(callKey, { body: { [topic]: on } }),
    onSuccess: (_, { topic, on }) => {
      client.setQueryData<Preferences>(queryKey, (saved) => saved && { ...saved, [topic]: on });
      toast({ title: 'Your choice is saved', tone: 'good' });
    },
    onError: (error, choice) => {
      revert(choice);
      toastFailure("Your choice wasn't saved", error, 'Please try again.');
    },
  });
}
