import { paths, withNext } from '#contract/platform/paths.ts';
import { storeGuest } from '#web/features/base/accounts/guest-details.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { isPlainClick } from '#web/ui/plain-click.ts';
import type { GuestProps } from './guest-parts.ts';

/** Leads to the sign-up form with the guest's name and address. */
export function KeepWithAccount({ token, rsvp: { event } }: GuestProps) {
  const { user, isPending } = useUser();
  const signUp = withNext(paths.auth, paths.event(event.id));
  const keep = useMutation({
    mutationFn: () => call('POST /api/guest-rsvps/account', { body: { token } }),
    onSuccess: (guest) => storeGuest({ ...guest, token }),
    // A whole document loads, because this one sends no referrer.
    onSettled: () => window.location.assign(signUp),
  });
  if (user || isPending) return null;
  return (
    <section aria-labelledby="keep" className="mt-8 border-t border-line pt-6">
      <h2 id="keep" className="text-xl">
        Keep this with an account
      </h2>
      <p className="mt-1 text-muted">
        See all your events in one place, and join {event.group.name}. We’ll fill in your name and
        email address.
      </p>
      <a
        href={signUp}
        className={cx(buttonClass({ variant: 'outline', size: 'sm' }), 'mt-3')}
        onClick={(click) => {
          if (!isPlainClick(click)) return;
          click.preventDefault();
          keep.mutate();
        }}
      >
        Sign up
      </a>
    </section>
  );
}
