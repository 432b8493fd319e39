import { useSite } from '#web/platform/site.tsx';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { forgotPasswordWords } from '#contract/base/form-words.ts';
import type { Account } from '#contract/base/accounts.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { signInMethodsQuery } from '#web/features/base/sign-in/queries.ts';
import { ResendConfirmation } from '#web/features/base/sign-in/resend-confirmation.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';

/** Lists the ways to sign in: email address, password and single sign-on. */
export function PasswordSection() {
  const { user } = useUser();
  const { data: methods } = useQuery(signInMethodsQuery());
  if (!user) return null;
  return (
    <SettingsSection
      id="signing-in"
      title="Signing in"
      lead="How you sign in, and the address we send emails to."
    >
      <div className="flex flex-col gap-6">
        <Address user={user} />
        {methods && <Password user={user} hasPassword={methods.hasPassword} />}
        {methods && methods.issuers.length > 0 && (
          <div>
            <p className="font-semibold">Single sign-on</p>
            <p className="text-muted">
              You can sign in with your account at {methods.issuers.join(', ')}.
            </p>
          </div>
        )}
      </div>
    </SettingsSection>
  );
}

const rowClass = 'grid items-center gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]';

function Address({ user: { email, emailVerified, emailSuppressed } }: { user: Account }) {
  const { mailLeaves } = useSite();
  return (
    <div className={rowClass}>
      <div className="min-w-0">
        <p className="font-semibold">Email</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">{email}</span>
          {emailSuppressed && <Badge tone="danger">Our emails can’t reach it</Badge>}
          {emailVerified ? (
            <Badge tone="good" icon={<CircleCheck aria-hidden="true" />}>
              Confirmed
            </Badge>
          ) : (
            <Badge tone="accent" icon={<CircleAlert aria-hidden="true" />}>
              Not confirmed yet
            </Badge>
          )}
        </p>
      </div>
      {!emailVerified && mailLeaves && (
        <div>
          <ResendConfirmation variant="quiet" />
        </div>
      )}
    </div>
  );
}

function Password({ user, hasPassword }: { user: Account; hasPassword: boolean }) {
  const { mailLeaves } = useSite();
  const [changing, setChanging] = useState(false);
  return (
    <div className={rowClass}>
      <div className="min-w-0">
        <p className="font-semibold">Password</p>
        <p className="text-muted">
          {hasPassword
            ? "If you change it, you'll be signed out everywhere else. Your access tokens and your private calendar link will stop working."
            : "You don't have one, because you use single sign-on."}
        </p>
      </div>
      <div>
        {hasPassword ? (
          <OpenButton
            call="POST /api/auth/user/password"
            variant="quiet"
            onClick={() => setChanging(true)}
          >
            Change password
          </OpenButton>
        ) : (
          mailLeaves && <SetPasswordButton email={user.email} />
        )}
        <ChangePasswordDialog email={user.email} open={changing} onOpenChange={setChanging} />
      </div>
    </div>
  );
}

/** Emails a link to set a password, which also confirms the address. */
function SetPasswordButton({ email }: { email: string }) {
  const ask = useMutation({
    mutationFn: () => call('POST /api/forgot-password', { body: { email } }),
    done: { title: 'A link is on its way', description: 'You can use it once, within an hour.' },
    failed: forgotPasswordWords.failed,
    fallback: 'Please try again later.',
  });
  return (
    <Button
      variant="quiet"
      busy={ask.isPending}
      busyLabel="Sending..."
      onClick={() => ask.mutate()}
    >
      Email me a link to set one
    </Button>
  );
}
