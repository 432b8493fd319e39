import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { Event } from '#contract/events/events.ts';
import { guestDays } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { call, failureOf, urlOf, type InputFor } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { InputField } from '#web/ui/field.tsx';
import { useFocusOnce } from '#web/ui/use-focus-once.ts';
import GuestsControl from '#web/features/events/attendance/guests-control.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';

const requestKey = 'POST /api/events/:id/guest-rsvps';

interface SentRequest {
  message: string;
  /** On a public demonstration: the page behind the button of the email. */
  path?: string | undefined;
  email: string;
}

/** Lets people come without an account: two fields here, and one button in an email. */
export default function ComeAlong({ event }: { event: Event }) {
  const { user } = useUser();
  const [sent, setSent] = useState<SentRequest>();
  return (
    <section
      id="come"
      tabIndex={-1}
      aria-labelledby="come-along"
      className="mt-6 scroll-mt-4 rounded-card bg-accent-soft p-4 -mx-4 sm:mx-0 text-ink outline-none sm:p-5 forced-colors:border"
    >
      <h2 id="come-along" className="text-xl text-balance">
        Come along: {user ? 'no need to join' : 'no account needed'}
      </h2>
      {sent ? (
        <CheckEmail {...sent} onAgain={() => setSent(undefined)} />
      ) : (
        <RequestForm event={event} onSent={setSent} />
      )}
    </section>
  );
}

interface RequestFormProps {
  event: Event;
  onSent: (sent: SentRequest) => void;
}

function RequestForm({ event, onSent }: RequestFormProps) {
  const { user } = useUser();
  const action = urlOf(requestKey, { params: { id: event.id } });
  const { typed, wrong } = usePosted(`POST ${action}`);
  const most = maxGuestsOf(event);
  const [guests, setGuests] = useState(Math.min(Number(typed.guests) || 0, most));
  const formId = useId();
  const request = useRequest(event, onSent);
  const form = useFocusOnError(request.error);
  const errors = request.isError ? (failureOf(request.error).fields ?? {}) : wrong;
  return (
    <form
      ref={form}
      id={formId}
      method="post"
      action={action}
      noValidate
      className="mt-3 grid gap-4"
      onSubmit={(submission) => {
        submission.preventDefault();
        const fields = new FormData(submission.currentTarget);
        request.mutate({
          firstName: textOf(fields, 'firstName'),
          email: textOf(fields, 'email'),
          guests,
        });
      }}
    >
      <input type="hidden" name="_next" value={paths.event(event.id)} />
      <div className="grid gap-4 sm:max-lg:auto-cols-fr sm:max-lg:grid-flow-col">
        <InputField
          label="First name"
          error={errors.firstName}
          name="firstName"
          defaultValue={typed.firstName ?? user?.firstName}
          autoComplete="given-name"
        />
        <InputField
          label="Email address"
          error={errors.email}
          name="email"
          type="email"
          defaultValue={typed.email ?? user?.email}
          autoComplete="email"
        />
      </div>
      {most > 0 && <GuestsControl guests={guests} most={most} onChange={setGuests} form={formId} />}
      <Refusal error={request.error} />
      <Button type="submit" size="lg" block busy={request.isPending} busyLabel="Sending...">
        Come along
      </Button>
      <p className="text-sm">
        We use your email address for this event only, and delete it {guestDays} days after.
      </p>
    </form>
  );
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/** A party can't be larger than the whole event. */
const maxGuestsOf = ({ guestsAllowed, capacity }: Event): number =>
  capacity === null ? guestsAllowed : Math.min(guestsAllowed, capacity - 1);

function useRequest(event: Event, onSent: (sent: SentRequest) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputFor<typeof requestKey>['body']) =>
      call(requestKey, { params: { id: event.id }, body }),
    onSuccess: ({ message, path }, { email }) => onSent({ message, path, email }),
    onError: (error) => {
      // RSVPs may have closed in the meantime.
      if (failureOf(error).code === 'conflict') void refresh(client, `/api/events/${event.id}`);
    },
  });
}

/** Focuses the first field that the server refused. */
function useFocusOnError(error: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return form;
}

/**
 * Takes the place of the form, and the focus. On a public demonstration it has the button that the
 * email would have.
 */
function CheckEmail({ message, path, email, onAgain }: SentRequest & { onAgain: () => void }) {
  const { mailLeaves } = useSite();
  const place = useFocusOnce<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} className="mt-3 outline-none">
      <p className="font-display text-lg font-semibold">{message}</p>
      {path && (
        <p className="mt-3">
          {/* A whole document: the page behind a key sends no referrer. */}
          <a href={path} className={buttonClass({ size: 'lg' })}>
            Confirm that I’m coming
          </a>
        </p>
      )}
      {mailLeaves && (
        <p className="mt-2 text-sm wrap-anywhere">
          Nothing at {email} after a few minutes? Look in your spam folder. The link works for 24
          hours.
        </p>
      )}
      <Button variant="ghost" size="sm" className="-ml-3 mt-2" onClick={onAgain}>
        Use another address
      </Button>
    </div>
  );
}
