import { registerShown } from '#web/platform/forms/posted-values.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { addAttendee } from '#contract/events/added-attendees.ts';
import type { Event } from '#contract/events/events.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { maxAddedPeople } from '#contract/platform/limits.ts';
import { call } from '#web/platform/data/api.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { InputField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshRsvp } from './use-rsvp.ts';

type Values = z.input<typeof addAttendee.body>;
type SentAttendee = z.output<typeof addAttendee.body>;
type AddedForm = UseFormReturn<Values, unknown, SentAttendee>;

interface AddedDialogProps {
  event: Event;
  /** The entry to change; without one the dialog adds another. */
  person?: Attendee;
  onClose: () => void;
}

/** Puts somebody who phoned or walked in on the list, or changes such an entry. */
export default function AddedDialog({ event, person, onClose }: AddedDialogProps) {
  const form: AddedForm = useForm({
    resolver: zodResolver(addAttendee.body),
    defaultValues: {
      name: person?.firstName ?? '',
      people: person?.people ?? 1,
      note: person?.note ?? '',
    },
  });
  const save = useSave(event.id, person, form, onClose);
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      onClose={onClose}
      title={person ? `Change ${person.firstName}` : 'Add someone'}
      description={
        person ? undefined : 'For people who phoned or asked in person. We won’t email them.'
      }
      label={person ? 'Save changes' : 'Add to the list'}
      busyLabel={person ? 'Saving...' : 'Adding...'}
      busy={save.isPending}
      unsaved={isDirty}
      onSubmit={form.handleSubmit((added) => save.mutate(added))}
    >
      <InputField label="Name" {...registerShown(form, 'name')} autoComplete="off" />
      <Controller
        control={form.control}
        name="people"
        render={({ field: { value = 1, onChange, ref } }) => (
          <Stepper
            ref={ref}
            label="How many people"
            hint="With everybody they bring"
            min={1}
            max={maxAddedPeople}
            value={value}
            onValueChange={onChange}
            error={errors.people?.message}
          />
        )}
      />
      <InputField
        label="Note"
        optional
        hint="Only organisers see it"
        {...registerShown(form, 'note')}
        autoComplete="off"
      />
      {(event.audience === 'under18' || event.audience === 'families') && (
        <InputField
          label="Phone number"
          optional
          hint={`Of the adult. Shown on the day, then deleted.${person ? ' Left blank, it stays.' : ''}`}
          {...registerShown(form, 'phone')}
          type="tel"
          autoComplete="off"
        />
      )}
      <Refusal error={save.error} title={person ? 'Nothing was changed' : 'Nobody was added'} />
    </FormDialog>
  );
}

function useSave(
  eventId: number,
  person: Attendee | undefined,
  form: AddedForm,
  close: () => void,
) {
  const client = useQueryClient();
  const done = (title: string) => {
    close();
    toast({ title, tone: 'good' });
    void refreshRsvp(client, eventId);
  };
  const onError = (error: unknown) => void applyFieldErrors(form, error);
  const add = useCreation({
    key: 'POST /api/events/:id/added-attendees',
    inputOf: (added: SentAttendee) => ({ params: { id: eventId }, body: withNullNote(added) }),
    onSuccess: ({ name }) => done(`${name} is on the list`),
    onError,
  });
  const change = useMutation({
    mutationFn: (added: SentAttendee) =>
      call('PATCH /api/events/:id/added-attendees/:addedId', {
        params: { id: eventId, addedId: Number(person?.id) },
        body: withNullNote(added),
      }),
    onSuccess: ({ name }) => done(`${name} has been changed`),
    onError,
  });
  return person ? change : add;
}

/** A note left blank is no note. */
const withNullNote = ({ note, phone, ...added }: SentAttendee) => ({
  ...added,
  note: note || null,
  // A number that was given is only shown on the day, so a blank field keeps it.
  ...(phone && { phone }),
});
