import type { ReactNode } from 'react';
import type { ApiKey } from '#contract/api.ts';
import { comingPath } from '#contract/events/event-paths.ts';
import { urlOf } from '#web/platform/data/api.ts';

interface GuestFormProps {
  keyOf: ApiKey & `POST /api/guest-rsvps/${string}`;
  token: string;
  id?: string;
  className?: string;
  /** Sends the form where there is a script; without one the browser does. */
  onSend?: () => void;
  children: ReactNode;
}

/** A form that a guest's link sends, with or without a script. */
export const GuestForm = ({ keyOf, token, onSend, children, ...rest }: GuestFormProps) => (
  <form
    {...rest}
    method="post"
    action={urlOf(keyOf)}
    onSubmit={(submission) => {
      if (!onSend) return;
      submission.preventDefault();
      onSend();
    }}
  >
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="_next" value={comingPath(token)} />
    {children}
  </form>
);
