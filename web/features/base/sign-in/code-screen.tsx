import { Clock, ShieldCheck, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { loginWords } from '#contract/base/form-words.ts';
import { paths, signInCodePath, withNext } from '#contract/platform/paths.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { HallPanel } from '#web/ui/hall-panel.tsx';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { CodeField, OtherCode, otherCode } from './code-field.tsx';
import { InvitationNotice } from './invitation-notice.tsx';
import { useContinue } from './signed-in.ts';
import { useOfferPasskey } from './use-offer-passkey.ts';

interface CodeScreenProps {
  next: string | undefined;
  /** Called with the next path before the cache has the new user. */
  onSignedIn: (destination: string) => void;
}

const facts = [
  {
    icon: Smartphone,
    title: 'Made on your phone',
    text: 'The app works without a signal, so you can get a code anywhere.',
  },
  {
    icon: Clock,
    title: 'Good for half a minute',
    text: "Each code works once. If one doesn't work, wait for the next.",
  },
  {
    icon: ShieldCheck,
    title: 'Only for this page',
    text: "We'll never ask you for a code by email or by phone.",
  },
];

const logIn = `${paths.auth}?tab=login`;

/** The second sign-in screen, for members with two-step sign-in. */
export function CodeScreen({ next, onSignedIn }: CodeScreenProps) {
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(new URLSearchParams(useSearch()).has('recovery'));
  const { wrong } = usePosted('POST /api/login/code');
  const field = useRef<HTMLInputElement>(null);
  const finish = useFinish(code, next, onSignedIn);
  const { code: failureCode, fields } = failureOf(finish.error);
  const isTooLate = failureCode === 'sign_in_required';
  const back = next ? withNext(logIn, next) : logIn;
  return (
    <div className="mt-10">
      <FormWithAside aside={<HallPanel title="The second key" items={facts} />}>
        <PageHeading
          className="mb-8"
          title="Enter your code"
          lead={
            isTooLate
              ? undefined
              : recovery
                ? 'One of the recovery codes you saved when you turned on two-step sign-in.'
                : 'The six digits your app shows for your account here.'
          }
          back={{ href: back, label: 'Log In' }}
        />
        <InvitationNotice next={next} />
        {isTooLate ? (
          <TooLate href={back} />
        ) : (
          <form
            method="post"
            action="/api/login/code"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              finish.mutate(undefined, { onError: () => field.current?.select() });
            }}
            className="flex flex-col gap-5"
          >
            {next && <input type="hidden" name="next" value={next} />}
            <div className="flex flex-col gap-1">
              <CodeField
                ref={field}
                name="code"
                recovery={recovery}
                error={finish.isIdle ? wrong.code : fields?.code}
                value={code}
                onChange={setCode}
              />
              <OtherWithoutScript next={next} recovery={recovery} />
              <OtherCode
                recovery={recovery}
                onChange={() => {
                  setRecovery(!recovery);
                  setCode('');
                  finish.reset();
                }}
              />
            </div>
            <Button type="submit" size="lg" busy={finish.isPending} busyLabel="Logging in...">
              Log In
            </Button>
            <LostCodes />
          </form>
        )}
      </FormWithAside>
    </div>
  );
}

/** Links to the other kind of code where JavaScript is off. */
function OtherWithoutScript({
  next,
  recovery,
}: Pick<CodeScreenProps, 'next'> & { recovery: boolean }) {
  const path = recovery ? signInCodePath : `${signInCodePath}?recovery=1`;
  return (
    <noscript>
      <a
        href={next ? withNext(path, next) : path}
        className="link inline-flex min-h-11 items-center text-sm"
      >
        {otherCode(recovery)}
      </a>
    </noscript>
  );
}

function LostCodes() {
  return (
    <p className="text-sm text-muted">
      Lost both your phone and your recovery codes? Email us. An admin can reset two-step sign-in
      once they know it's you.
    </p>
  );
}

const TooLate = ({ href }: { href: string }) => (
  <div role="alert">
    <Notice
      tone="danger"
      title="Please log in again"
      action={
        <Link href={href} className={buttonClass()}>
          Log In
        </Link>
      }
    >
      You started signing in somewhere else, or more than ten minutes ago.
    </Notice>
  </div>
);

function useFinish(
  code: string,
  next: CodeScreenProps['next'],
  onSignedIn: CodeScreenProps['onSignedIn'],
) {
  const goOn = useContinue(onSignedIn);
  const offerPasskey = useOfferPasskey();
  return useMutation({
    mutationFn: () => call('POST /api/login/code', { body: { code, next } }),
    onSuccess: async (answer) => {
      await goOn(answer);
      offerPasskey();
    },
    onError: (error) => {
      const failure = failureOf(error);
      if (failure.fields || failure.code === 'sign_in_required') return;
      toastFailure(loginWords.failed, error, 'Please try again later.');
    },
  });
}
