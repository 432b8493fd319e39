import { useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Channels, NotificationTopic, Notifications } from '#contract/base/notifications.ts';
import { topics as mailTopics } from '#web/features/base/mail/topics.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { UncheckedValue } from '#web/platform/forms/posted.tsx';
import { useIfMailed } from '#web/platform/site.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { cx } from '#web/ui/cx.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PushDevices } from './push-devices.tsx';
import { devicesQuery, notificationsQuery } from './queries.ts';

/** Without a script the form changes emails alone. */
const formKey = 'PATCH /api/user/mail-preferences';

/** Lets a member choose by email, on their phone, or both; each choice is saved at once. */
export function NotificationSettings({ children }: { children: ReactNode }) {
  const ifMailed = useIfMailed();
  return (
    <SettingsSection
      id="mail-preferences"
      title="Email and notifications"
      lead={ifMailed(
        "Choose which emails you get. We'll always email you about your account, your place on a waiting list, and changes to events you're going to.",
        'This site can’t send email yet. Choose which emails you get once it can.',
      )}
    >
      <PushDevices />
      <Choices />
      {children}
    </SettingsSection>
  );
}

interface Topic {
  topic: NotificationTopic;
  label: string;
  description: string;
  /** True for news whose email always goes out. */
  onlyOnPhones?: true;
  /** Only admins get it. */
  forAdmins?: true;
}

const topics: readonly Topic[] = [
  {
    topic: 'urgent',
    label: 'Urgent news',
    description:
      'A place that is yours if you want it, an event that is cancelled or moved, and when you’re let in. The email always comes.',
    onlyOnPhones: true,
  },
  {
    topic: 'messages',
    label: 'Messages from organisers',
    description: 'From groups you’re in, and about events you’re going to.',
  },
  ...mailTopics,
];

/** Descriptions that differ for members with a phone. */
const withPhone: Partial<Record<NotificationTopic, string>> = {
  reminders: "By email a day before an event you're going to, on your phone two hours before.",
};

function Choices() {
  const { user } = useUser();
  const { data: saved, isError } = useQuery(notificationsQuery());
  const { data: devices = [] } = useQuery(devicesQuery());
  const hasPhone = saved?.pushAvailable === true && devices.length > 0;
  const shown = topics.filter(
    ({ forAdmins, onlyOnPhones }) =>
      (!forAdmins || user?.role === 'admin') && (!onlyOnPhones || hasPhone),
  );
  if (isError) return <p className="text-muted">We can't show your choices right now.</p>;
  return (
    <CallForm call={formKey}>
      <ul className={cx('flex flex-col', hasPhone ? 'ruled' : 'gap-5')}>
        {shown.map((topic) => (
          <li key={topic.topic} className={cx(hasPhone && 'py-4')}>
            {saved ? (
              <Choice topic={topic} saved={saved.topics[topic.topic]} hasPhone={hasPhone} />
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
    </CallForm>
  );
}

interface ChoiceProps {
  topic: Topic;
  saved: Channels;
  hasPhone: boolean;
}

function Choice({
  topic: { topic, label, description, onlyOnPhones },
  saved,
  hasPhone,
}: ChoiceProps) {
  // React Query updates its cache asynchronously, and until then a tick would show its old state.
  const [chosen, setChosen] = useState<Partial<Channels>>({});
  const { mutate } = useSaveChoice(topic, () => setChosen({}));
  const isEmail = mailTopics.some((each) => each.topic === topic);
  const tick = (channel: keyof Channels) => ({
    checked: chosen[channel] ?? saved[channel],
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => {
      setChosen((others) => ({ ...others, [channel]: target.checked }));
      mutate({ [channel]: target.checked });
    },
  });
  const email = { ...(isEmail && { name: topic }), ...tick('email') };
  const withoutScript = isEmail && <UncheckedValue name={topic} />;
  if (!hasPhone)
    return (
      <div className={cx(!isEmail && 'needs-script')}>
        {withoutScript}
        <Checkbox {...email} label={label} description={description} />
      </div>
    );
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3"
    >
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">{label}</p>
        <p className="text-sm text-muted">{withPhone[topic] ?? description}</p>
      </div>
      <div className="flex gap-6">
        {withoutScript}
        <Checkbox {...email} label="Email" {...(onlyOnPhones && { disabled: true })} />
        <Checkbox {...tick('push')} label="Phone" />
      </div>
    </div>
  );
}

/** Calls `revert` where the server refused. */
function useSaveChoice(topic: NotificationTopic, revert: () => void) {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery();
  return useMutation({
    scope: { id: 'notifications' },
    mutationFn: (channels: Partial<Channels>) =>
      call('PATCH /api/user/notifications', { body: { topics: { [topic]: channels } } }),
    onSuccess: (_, channels) => {
      client.setQueryData<Notifications>(
        queryKey,
        (all) =>
          all && {
            ...all,
            topics: { ...all.topics, [topic]: { ...all.topics[topic], ...channels } },
          },
      );
    },
    done: 'Your choice is saved',
    failed: "Your choice wasn't saved",
    onError: revert,
  });
}
