import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FirstAdminForm } from './first-admin-form.tsx';
import { setupLinkQuery } from './queries.ts';
import { SetupSteps } from './setup-steps.tsx';

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
