import { useState, useSyncExternalStore } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { CalendarDays, HeartHandshake, Sprout, UsersRound } from 'lucide-react';
import { localPath, paths, signInCodePath, withNext } from '#contract/platform/paths.ts';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { hasStoredDraft } from '#web/ui/tab-storage.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast.ts';
import { HallPanel } from '#web/ui/hall-panel.tsx';
import { demoPeople } from './demo-people.ts';
import { CodeScreen } from './code-screen.tsx';
import { LoginForm, useLoginForm } from './login-form.tsx';
import { useInvitationWords } from './invitation-notice.tsx';
import { issuerProblem } from './issuer-problems.ts';
import { RegisterForm, useRegisterForm } from './register-form.tsx';
import { signInLead } from './sign-in-lead.ts';
import { useUser } from './use-user.ts';

export default function AuthPage() {
  const [path] = useLocation();
  const { user } = useUser();
  const [destination, setDestination] = useState<string>();
  const next = localPath(new URLSearchParams(useSearch()).get('next'));
  if (user) return <Redirect to={destination ?? next ?? paths.home} replace />;
  const Screen = path === signInCodePath ? CodeScreen : AuthScreen;
  return <Screen next={next} onSignedIn={setDestination} />;
}

interface AuthScreenProps {
  next: string | undefined;
  onSignedIn: (destination: string) => void;
}

/** Preloads the form checks. If this fails, submitting the form loads them again. */
const fetchChecks = () => void import('./sign-in-checks.ts').catch(() => undefined);

function AuthScreen({ next, onSignedIn }: AuthScreenProps) {
  const { name, publicDemo } = useSite();
  const [tab, setTab] = useTab();
  const invitation = useInvitationWords(next);
  const registerForm = useRegisterForm();
  const loginForm = useLoginForm();
  return (
    <div className="mt-10" onFocus={fetchChecks}>
      <FormWithAside aside={<Benefits />}>
        <PageHeading
          title={invitation ?? `Welcome to ${name}`}
          lead={signInLead(next)}
          className="mb-6"
        />
        <Problem />
        {publicDemo && <TryIt />}
        <Tabs
          label="Sign up or log in"
          value={tab}
          onValueChange={setTab}
          items={[
            {
              value: 'signup',
              label: 'Sign Up',
              content: <RegisterForm form={registerForm} next={next} onSignedIn={onSignedIn} />,
            },
            {
              value: 'login',
              label: 'Log In',
              content: (
                <>
                  <LogInAgain />
                  <LoginForm form={loginForm} next={next} onSignedIn={onSignedIn} />
                </>
              ),
            },
          ]}
        />
        <TabsWithoutScript tab={tab} next={next} />
        <OtherWays next={next} />
      </FormWithAside>
    </div>
  );
}

/** Explains why single sign-on failed. */
function Problem() {
  const problem = issuerProblem(new URLSearchParams(useSearch()));
  return problem ? (
    <div role="alert" className="mb-6">
      <Notice tone="danger" title={problem.title}>
        {problem.text}
      </Notice>
    </div>
  ) : null;
}

/** Tells members whose session has ended to log in again, and that their drafts are kept. */
function LogInAgain() {
  const hasEnded = new URLSearchParams(useSearch()).has('again');
  const hasDraft = useSyncExternalStore(neverChanges, hasStoredDraft, () => false);
  return hasEnded ? (
    <div role="status" className="mb-6">
      <Notice tone="accent">Please log in again.{hasDraft && ' What you wrote is kept.'}</Notice>
    </div>
  ) : null;
}

const neverChanges = () => () => undefined;

/** Links to the other tab where JavaScript is off. */
function TabsWithoutScript({ tab, next }: { tab: Tab; next: string | undefined }) {
  const [label, path] =
    tab === 'login'
      ? ['Sign up instead', paths.auth]
      : ['Log in instead', `${paths.auth}?tab=login`];
  return (
    <noscript>
      <a
        href={next ? withNext(path, next) : path}
        className="link mt-4 inline-flex min-h-11 items-center"
      >
        {label}
      </a>
    </noscript>
  );
}

type Tab = 'signup' | 'login';

/** Keeps the open tab in the URL, so that links and reloads find it. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const openTab = (tab: Tab) => {
    if (tab === 'login') search.set('tab', tab);
    else search.delete('tab');
    navigate(search.size > 0 ? `${path}?${search}` : path, { replace: true });
  };
  return [search.get('tab') === 'login' ? 'login' : 'signup', openTab];
}

const googleNotice = () =>
  toast({
    title: 'Google sign-in coming soon',
    description: 'Google OAuth will be available soon. Use email registration for now.',
  });

function OtherWays({ next }: { next: string | undefined }) {
  const { minimumAge } = useSite();
  return (
    <div className="mt-6 flex flex-col gap-4">
      <p className="flex items-center gap-4 text-muted before:h-0.5 before:grow before:bg-line after:h-0.5 after:grow after:bg-line">
        or
      </p>
      <Button variant="outline" size="lg" onClick={googleNotice}>
        Sign in with Google
      </Button>
      <p className="text-center text-sm text-balance text-muted">
        Does your organisation have single sign-on?{' '}
        <a href={next ? withNext(paths.login, next) : paths.login}>Use single sign-on</a> if you are{' '}
        {minimumAge} or older
      </p>
    </div>
  );
}

const benefits = [
  {
    icon: CalendarDays,
    title: 'Find Events',
    text: 'Walks, workshops, games nights and suppers, close enough to stroll home from.',
  },
  {
    icon: UsersRound,
    title: 'Join Groups',
    text: 'Hiking, choirs, chess, code: find the people who like what you like.',
  },
  {
    icon: Sprout,
    title: 'Start Groups',
    text: 'Have an idea nobody has had yet? Put it on the board. Hosting is free.',
  },
  {
    icon: HeartHandshake,
    title: 'Make Friends',
    text: 'Turn up, say hello, and see the same faces again next week.',
  },
];

const Benefits = () => <HallPanel title="What's on the board" items={benefits} />;

/** Signs visitors of a public demonstration in by one press. */
function TryIt() {
  return (
    <section aria-labelledby="try-it" className="mb-6 rounded-card bg-accent-soft p-4">
      <h2 id="try-it" className="font-display font-semibold">
        Try it as
      </h2>
      <div className="mt-3 flex flex-wrap gap-3">
        {demoPeople.map(({ as, label, goesTo }) => (
          <form key={as} method="post" action="/api/demo-sign-in">
            <input type="hidden" name="as" value={as} />
            <input type="hidden" name="_next" value={goesTo} />
            <Button type="submit" size="sm">
              {label}
            </Button>
          </form>
        ))}
      </div>
    </section>
  );
}
