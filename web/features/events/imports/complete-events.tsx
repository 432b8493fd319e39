import { useState, type ReactNode } from 'react';
import type { EventImport, ImportedEvent } from '#contract/events/imports.ts';
import { shortestDescription, shortestLocation } from '#contract/platform/limits.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { Button } from '#web/ui/button.tsx';
import { InputField, TextareaField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { eventsIn } from './import-words.ts';
import { useCompleteImport } from './use-import.ts';

const lacksPlace = ({ location }: ImportedEvent) => location.length < shortestLocation;
const lacksDescription = ({ description }: ImportedEvent) =>
  description.length < shortestDescription;

/** The place and the description that events of a calendar lack, as somebody types them. */
function useCompletion(importId: number, incomplete: readonly ImportedEvent[]) {
  const [place, setPlace] = useState('');
  const [description, setDescription] = useState('');
  const complete = useCompleteImport(importId);
  const refusals = Object.entries(failureOf(complete.error).fields ?? {});
  const errorOf = (field: string) => refusals.find(([name]) => name.endsWith(`.${field}`))?.[1];
  const send = (onSuccess?: () => void) =>
    complete.mutate(
      incomplete.map((event) => ({
        uid: event.uid,
        ...(lacksPlace(event) && place !== '' && { location: place }),
        ...(lacksDescription(event) && description !== '' && { description }),
      })),
      { onSuccess: () => onSuccess?.() },
    );
  const fields: ReactNode = (
    <>
      {incomplete.some(lacksPlace) && (
        <InputField
          label="Place"
          error={errorOf('location')}
          dir="auto"
          maxLength={300}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
        />
      )}
      {incomplete.some(lacksDescription) && (
        <TextareaField
          label="Description"
          hint={`At least ${shortestDescription} characters`}
          error={errorOf('description')}
          dir="auto"
          rows={3}
          maxLength={10_000}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      )}
    </>
  );
  return { fields, send, isBusy: complete.isPending };
}

/** Completes all events that lack something at once. */
export function CompleteAll({ preview }: { preview: EventImport }) {
  const incomplete = preview.events.filter(({ state }) => state === 'incomplete');
  const { fields, send, isBusy } = useCompletion(preview.id, incomplete);
  if (incomplete.length < 2) return null;
  return (
    <section className="needs-script mb-10 max-w-3xl rounded-card bg-sunken p-5">
      <h2 className="mb-2 text-xl">Fill in what is missing</h2>
      <p>
        {eventsIn(incomplete.length)} lack a place or a description. Fill it in for all of them
        here, or for one of them below.
      </p>
      <form
        method="post"
        className="mt-4 flex flex-col gap-4"
        onSubmit={(submission) => {
          submission.preventDefault();
          send();
        }}
      >
        {fields}
        <p>
          <Button type="submit" variant="outline" busy={isBusy} busyLabel="Saving...">
            Fill in for all
          </Button>
        </p>
      </form>
    </section>
  );
}

interface CompleteOneProps {
  importId: number;
  event: ImportedEvent;
}

/** Completes one event in a dialog. */
export function CompleteOne({
  importId,
  event,
  onClose,
}: CompleteOneProps & { onClose: () => void }) {
  const { fields, send, isBusy } = useCompletion(importId, [event]);
  return (
    <FormDialog
      title="Complete this event"
      description={event.title}
      label="Save"
      busy={isBusy}
      onClose={onClose}
      onSubmit={() => send(onClose)}
    >
      {fields}
    </FormDialog>
  );
}
