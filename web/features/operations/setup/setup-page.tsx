import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch, useLocation } from 'wouter';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { failureOf, call } from '#web/platform/data/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { setupLinkQuery } from './queries.ts';
import { SetupSteps } from './setup-steps.tsx';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { CalendarPlus, Palette, ShieldCheck } from 'lucide-react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { FirstAdminForm as Schema, setupWords } from '#contract/operations/setup.ts';
import { PasswordFields, PersonFields } from '#web/features/base/sign-in/account-fields.tsx';
import { resetCacheForUser } from '#web/features/base/sign-in/new-visitor.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { SentFrom, usePosted } from '#web/platform/forms/posted.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { HallPanel } from '#web/ui/hall-panel.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

export default function SetupPage() {
  const { user } = useUser();
  const token = new URLSearchParams(useSearch()).get('token');
  if (user?.role === 'admin') return <SetupSteps />;
  return token ? <OpenedLink token={token} /> : <NoLink hint={howToBegin} />;
}

const howToBegin =
  'The site prints a link when it starts, until it has an admin. Open that link to begin.';

function OpenedLink({ token }: { token: string }) {
  const { error, isPending } = useQuery(setupLinkQuery(token));
  if (isPending) return null;
  return error ? (
    <NoLink hint={failureOf(error).reason ?? howToBegin} />
  ) : (
    <FirstAdminForm token={token} />
  );
}

const NoLink = ({ hint }: { hint: string }) => (
  <EmptyState as="h1" className="mt-10" title="Set up this site" hint={hint} />
);

type Values = z.input<typeof Schema>;
type CheckedValues = z.output<typeof Schema>;

const callKey = 'POST /api/setup';
const emptyValues = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

const nextSteps = [
  {
    icon: Palette,
    title: 'Make it yours',
    text: 'Give the site a name, a town, a colour and an address where people can write to you.',
  },
  {
    icon: CalendarPlus,
    title: 'Fill it',
    text: 'Start the first group and create its first event. The list of steps shows you how.',
  },
  {
    icon: ShieldCheck,
    title: 'Keep it safe',
    text: 'Read the legal pages, and switch on two-step sign-in under Settings.',
  },
];

function FirstAdminForm({ token }: { token: string }) {
  const { name } = useSite();
  const { typed } = usePosted(callKey);
  const form = useForm<Values, unknown, CheckedValues>({
    resolver: zodResolver(Schema),
    defaultValues: {
      ...emptyValues,
      firstName: typed.firstName ?? '',
      lastName: typed.lastName ?? '',
      email: typed.email ?? '',
    },
  });
  const create = useCreate(form, token);
  return (
    <div className="mt-10">
      <FormWithAside aside={<HallPanel title="Next" items={nextSteps} />}>
        <PageHeading
          className="mb-8"
          title={`Welcome to ${name}`}
          lead="Make your account. You'll be the admin of this site, and this link stops working."
        />
        <FormProvider {...form}>
          <form
            method="post"
            action="/api/setup"
            noValidate
            onSubmit={form.handleSubmit((values) => create.mutate(values))}
            className="flex flex-col gap-5"
          >
            <SentFrom path={`${adminPaths.setup}?token=${encodeURIComponent(token)}`} />
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="_next" value={adminPaths.setup} />
            <PersonFields posted={callKey} />
            <PasswordFields posted={callKey} />
            <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating...">
              Create the admin account
            </Button>
          </form>
        </FormProvider>
      </FormWithAside>
    </div>
  );
}

function useCreate(form: UseFormReturn<Values, unknown, CheckedValues>, token: string) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (values: CheckedValues) => call('POST /api/setup', { body: { ...values, token } }),
    onSuccess: async () => {
      navigate(adminPaths.setup, { replace: true });
      await resetCacheForUser(client);
    },
    failed: setupWords.failed,
    onError: (error) => applyFieldErrors(form, error),
  });
}
