import { useLocation } from 'wouter';
import { demoPeople } from '#web/features/base/sign-in/demo-people.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { Button } from '#web/ui/button.tsx';

/** Pages that everybody sees: there one can compare what each role sees. */
const forEverybody = /^\/(?:events|groups)?(?:\/\d+)?$/;

/** On a public demonstration, changes the role by one press, without script too. */
export default function DemoBar() {
  const [path] = useLocation();
  const { user } = useUser();
  const stays = forEverybody.test(path);
  return (
    <aside aria-label="Your role in the demonstration" className="bg-sunken print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-1.5 sm:px-6">
        <p className="text-sm font-semibold">See it as</p>
        <form method="get" action="/api/logout">
          <Role label="Visitor" isCurrent={!user} />
        </form>
        {demoPeople.map(({ as, label, goesTo }) => (
          <form key={as} method="post" action="/api/demo-sign-in">
            <input type="hidden" name="as" value={as} />
            <input type="hidden" name="_next" value={stays ? path : goesTo} />
            <Role label={label} isCurrent={user?.email === `${as}@example.com`} />
          </form>
        ))}
      </div>
    </aside>
  );
}

const Role = ({ label, isCurrent }: { label: string; isCurrent: boolean }) => (
  <Button
    type="submit"
    size="sm"
    variant={isCurrent ? 'primary' : 'outline'}
    aria-current={isCurrent || undefined}
  >
    {label}
  </Button>
);
