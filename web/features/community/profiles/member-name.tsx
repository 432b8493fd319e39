import { useState } from 'react';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { cx } from '#web/ui/cx.ts';
import type { Person } from '#web/features/base/accounts/person.ts';

const MemberProfileDialog = lazyPart(() => import('./member-profile-dialog.tsx'));

interface MemberNameProps {
  person: Person;
  className?: string | undefined;
}

/** Shows a first name that opens the person's profile. */
export function MemberName({ person, className }: MemberNameProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        dir="auto"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx(
          'min-h-6 max-w-full rounded-card text-left decoration-accent decoration-2 underline-offset-4 hover:underline',
          className,
        )}
      >
        {person.firstName}
      </button>
      {open && <MemberProfileDialog person={person} onClose={() => setOpen(false)} />}
    </>
  );
}
