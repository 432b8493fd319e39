import type { DemoPerson } from '#contract/base/sign-in.ts';
import { Button } from '#web/ui/button.tsx';

const people: Record<DemoPerson, { label: string; goesTo: string }> = {
  member: { label: 'Member', goesTo: '/events' },
  organiser: { label: 'Organiser', goesTo: '/my-groups' },
  admin: { label: 'Admin', goesTo: '/admin' },
};

/** Signs visitors of a public demonstration in by one press. */
export function TryIt({ className = '' }: { className?: string }) {
  return (
    <section aria-labelledby="try-it" className={`rounded-card bg-accent-soft p-4 ${className}`}>
      <h2 id="try-it" className="font-display font-semibold">
        Try it as
      </h2>
      <div className="mt-3 flex flex-wrap gap-3">
        {Object.entries(people).map(([as, { label, goesTo }]) => (
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
