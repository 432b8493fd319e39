import { useLocation, Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { useSite } from '#web/platform/site.tsx';
import { Bunting } from '#web/ui/bunting.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Check } from '#web/ui/icons.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { DonationForm } from './donation-form.tsx';

const completedSteps = ['Profile Complete', 'Ready to Explore', 'Community Access Granted'];

export default function WelcomePage() {
  const { name } = useSite();
  const { user } = useUser();
  const [, navigate] = useLocation();
  return (
    <div className="mt-10 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
      <div className="surface-hall overflow-hidden rounded-card lg:sticky lg:top-6">
        <div className="flex justify-center overflow-hidden">
          <Bunting size="lg" swags={5} />
        </div>
        <div className="px-6 pt-6 pb-10 sm:px-10">
          <PageHeading title={`Welcome, ${user?.firstName || 'friend'}`} />
          <p className="mt-3 text-lg text-on-hall-muted">The doors are open. Come on in.</p>
          <ul className="mt-8 flex flex-col gap-4">
            {completedSteps.map((tick) => (
              <li key={tick} className="flex items-center gap-3 font-display text-lg font-semibold">
                <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
                  <Check className="size-5" />
                </span>
                {tick}
              </li>
            ))}
          </ul>
          <Link
            href={paths.events}
            className={`${buttonClass({ variant: 'accent', size: 'lg' })} mt-10`}
          >
            Start Exploring
          </Link>
        </div>
      </div>
      <section aria-labelledby="give">
        <h2 id="give" className="text-2xl sm:text-3xl">
          Help keep {name} free
        </h2>
        <p className="mt-2 mb-6 text-muted">
          If you'd like to, you can make a one-time donation. It's entirely optional.
        </p>
        <DonationForm
          asksForAmount
          returnTo={paths.donationSuccess}
          onSucceeded={(amount) => navigate(paths.donationSuccess(amount))}
        />
        <Link
          href={paths.home}
          className={`${buttonClass({ variant: 'ghost', size: 'lg', block: true })} mt-3`}
        >
          Skip
        </Link>
      </section>
    </div>
  );
}
