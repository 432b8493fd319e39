import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Setup, SetupStep } from '#contract/operations/setup.ts';
import { legalPages, paths } from '#contract/platform/paths.ts';
import { legalTitles } from '#web/features/base/legal/queries.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useSite } from '#web/platform/site.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Check } from '#web/ui/icons.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { setupQuery } from './queries.ts';

/** The list of what a new site still needs. Each step can be left and found again. */
export function SetupSteps() {
  const { name } = useSite();
  const { data: setup, isError, refetch } = useQuery(setupQuery());
  if (isError) return <Unavailable what="This page" onRetry={() => void refetch()} />;
  const left = setup?.steps.filter(({ done }) => !done).length ?? 0;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeading
        className="mt-10 mb-8"
        title={`Set up ${name}`}
        lead={`You are the admin of this site. ${stepsLeft(left)}`}
      />
      {setup ? <Steps setup={setup} /> : <Skeleton className="h-96" />}
      <Finish open={setup?.open ?? false} />
    </div>
  );
}

const stepsLeft = (left: number) =>
  left === 0
    ? 'Everything is set up.'
    : `${left === 1 ? '1 step is' : `${left} steps are`} left. Take them in any order, and come back when you like.`;

const Steps = ({ setup }: { setup: Setup }) => (
  <ol className="flex flex-col gap-3">
    {setup.steps.map(({ step, done }) => (
      <Step key={step} step={step} done={done}>
        {stepTexts[step].action(setup)}
      </Step>
    ))}
  </ol>
);

interface StepText {
  title: string;
  text: ReactNode;
  action: (setup: Setup) => ReactNode;
}

const settingsLink = (label: string) => () =>
  (
    // A plain link, because the router would scroll to the top instead of the section.
    <a href={`${paths.adminTab('settings')}#site`} className={buttonClass({ size: 'sm' })}>
      {label}
    </a>
  );

const stepTexts: Record<SetupStep, StepText> = {
  name: {
    title: 'Name the site',
    text: 'Shown at the top of every page and in every email.',
    action: settingsLink('Choose a name'),
  },
  support: {
    title: 'Say where people can write to you',
    text: 'Shown in the footer, emails and legal pages.',
    action: settingsLink('Set the address'),
  },
  controller: {
    title: "Say who answers for people's data",
    text: 'The privacy policy names them, with an address.',
    action: settingsLink('Name them'),
  },
  look: {
    title: 'Make it look like yours',
    text: 'Choose a colour, a logo, and a picture for the home page.',
    action: settingsLink('Choose a colour'),
  },
  town: {
    title: 'Say which town it is for',
    text: 'Shown on the home page, and filled in for new members.',
    action: settingsLink('Set the town'),
  },
  email: {
    title: 'Send yourself a test email',
    text: 'Reminders and confirmations need a mail server. You can go on without one.',
    action: ({ sendsEmail }) => (sendsEmail ? <TestEmail /> : <NoMailServer />),
  },
  legal: {
    title: 'Read the legal pages',
    text: (
      <>
        {legalPages.map((page, at) => (
          <span key={page}>
            {at > 0 && ' · '}
            <Link href={paths[page]}>{legalTitles[page]}</Link>
          </span>
        ))}
      </>
    ),
    action: () => (
      <a
        href={`${paths.adminTab('settings')}#legal`}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        Change them
      </a>
    ),
  },
  group: {
    title: 'Start the first group',
    text: 'Then create its first event, and the site has something to show.',
    action: () => <ButtonLink href={paths.createGroup} size="sm" label="Start a group" />,
  },
};

function Step({ step, done, children }: { step: SetupStep; done: boolean; children: ReactNode }) {
  const { title, text } = stepTexts[step];
  const mark = useMark(step);
  return (
    <li className="flex gap-3 rounded-card bg-card p-4 sm:gap-4">
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full border-2',
          done ? 'border-primary bg-primary text-on-primary' : 'border-edge',
        )}
      >
        {done && <Check className="size-4" />}
      </span>
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 basis-72 grow">
          <h2 className="text-lg font-semibold">
            {title}
            {done && <span className="sr-only">, done</span>}
          </h2>
          <p className="text-muted">{text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {children}
          {!done && (
            <Button
              variant="ghost"
              size="sm"
              busy={mark.isPending}
              aria-label={`Tick off: ${title}`}
              onClick={() => mark.mutate()}
            >
              Tick off
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

function useMark(step: SetupStep) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call('PUT /api/admin/setup/:step', { params: { step }, body: { done: true } }),
    onSuccess: (setup) => client.setQueryData(setupQuery().queryKey, setup),
    failed: 'Not ticked off',
  });
}

function TestEmail() {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => call('POST /api/admin/test-email'),
    onSuccess: () => client.invalidateQueries({ queryKey: setupQuery().queryKey }),
    done: ({ to }) => ({ title: 'Test email sent', description: `Look for it at ${to}.` }),
    failed: 'The email was not sent',
  });
  return (
    <Button size="sm" busy={send.isPending} busyLabel="Sending..." onClick={() => send.mutate()}>
      Send a test email
    </Button>
  );
}

const NoMailServer = () => (
  <p className="max-w-64 text-sm text-muted">
    No mail server yet. Set <code>SMTP_URL</code> and start the site again.
  </p>
);

/** Puts the list away; the admin panel then no longer mentions it. */
function Finish({ open }: { open: boolean }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const close = useMutation({
    mutationFn: () => call('DELETE /api/admin/setup'),
    onSuccess: async () => {
      navigate(paths.admin);
      await client.invalidateQueries({ queryKey: setupQuery().queryKey });
    },
    failed: 'The list was not put away',
  });
  return (
    <p className="mt-8 flex flex-wrap gap-3">
      <ButtonLink
        href={paths.admin}
        variant={open ? 'outline' : 'primary'}
        label="Go to the admin panel"
      />
      {open && (
        <Button variant="ghost" busy={close.isPending} onClick={() => close.mutate()}>
          Put this list away
        </Button>
      )}
    </p>
  );
}
