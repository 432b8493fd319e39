import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { DoorLink } from '#contract/events/arrivals.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { maxDoorLinks } from '#contract/platform/limits.ts';
import { call, failureOf, type AnswerFor } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { copyLink } from '#web/ui/copy-link.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input, InputField } from '#web/ui/field.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type MadeLink = AnswerFor<'POST /api/events/:id/door-links'>;

interface DoorLinksDialogProps {
  eventId: number;
  onClose: () => void;
}

/** Makes links for helpers, shows each once, and ends them. */
export default function DoorLinksDialog({ eventId, onClose }: DoorLinksDialogProps) {
  const links = useQuery(query('GET /api/events/:id/door-links', { params: { id: eventId } }));
  const [made, setMade] = useState<MadeLink>();
  return (
    <Dialog
      onOpenChange={onClose}
      title="Helpers at the door"
      description="A helper’s link opens the door of this event and nothing else. It ends 12 hours after the event."
    >
      {made ? (
        <NewLink made={made} onDone={() => setMade(undefined)} />
      ) : (
        <MakeLink eventId={eventId} onMade={setMade} />
      )}
      {links.isPending && <Skeleton className="mt-6 h-11 w-full" />}
      {links.isError && (
        <Button variant="outline" className="mt-6" onClick={() => void links.refetch()}>
          Try again
        </Button>
      )}
      {links.data && links.data.length > 0 && <Links eventId={eventId} links={links.data} />}
    </Dialog>
  );
}

interface MakeLinkProps {
  eventId: number;
  onMade: (made: MadeLink) => void;
}

function MakeLink({ eventId, onMade }: MakeLinkProps) {
  const [name, setName] = useState('');
  const [notes, setNotes] = useState(false);
  const make = useMutation({
    mutationFn: () =>
      call('POST /api/events/:id/door-links', { params: { id: eventId }, body: { name, notes } }),
    onSuccess: onMade,
    onError: (error) => {
      if (failureOf(error).fields?.['name'] === undefined)
        toastFailure('Link not made', error, 'Please try again.');
    },
    reload: [`/api/events/${eventId}/door-links`],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <InputField
        label="Helper’s name"
        hint="Such as ‘Sam at the door’. It stands beside what they record."
        error={failureOf(make.error).fields?.['name']}
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Checkbox
        label="Notes such as allergies"
        description="They also read the notes that people have left for you."
        checked={notes}
        onChange={() => setNotes(!notes)}
      />
      <Button type="submit" busy={make.isPending} busyLabel="Making..." className="self-start">
        Make a link
      </Button>
    </form>
  );
}

function NewLink({ made: { url, name }, onDone }: { made: MadeLink; onDone: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="wrap-anywhere">
        The link for <strong>{name}</strong>. We only show it once. Anyone who has it can see the
        list, so send it to nobody else.
      </p>
      <QrCode text={url} label={`QR code with the link for ${name}`} />
      <div className="w-full">
        <Field label="Link">
          {({ id }) => (
            <Input id={id} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => void copyLink(url)}>
          Copy
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Make another
        </Button>
      </div>
    </div>
  );
}

function Links({ eventId, links }: { eventId: number; links: readonly DoorLink[] }) {
  const end = useMutation({
    mutationFn: (linkId: number) =>
      call('DELETE /api/events/:id/door-links/:linkId', { params: { id: eventId, linkId } }),
    done: 'Link ended',
    failed: 'Link not ended',
    reload: [`/api/events/${eventId}/door-links`],
  });
  return (
    <section aria-label="Links" className="mt-6">
      <h3 className="font-display font-semibold">
        {links.length} of {maxDoorLinks} links
      </h3>
      <ul>
        {links.map(({ id, name, notes, lastUsedAt }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line py-2">
            <div className="min-w-0 grow">
              <p className="wrap-anywhere">{name}</p>
              <p className="text-sm text-muted">
                {lastUsedAt ? `Last used ${formatMoment(lastUsedAt)}` : 'Not used yet'}
                {notes && ' · reads notes'}
              </p>
            </div>
            <Button
              variant="quiet"
              aria-label={`End: ${name}`}
              busy={end.isPending && end.variables === id}
              onClick={() => end.mutate(id)}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
