import { useWatch } from 'react-hook-form';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { toSector } from '#contract/platform/postcodes.ts';
import { UncheckedValue } from '#web/platform/forms/posted.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import type { EventFormOf } from './event-values.ts';
import { GettingInFields, LastTime } from './getting-in-fields.tsx';

interface VenueDetailsProps {
  form: EventFormOf;
  /** The town of its group, which visitors see if the event names none. */
  town?: string | null | undefined;
  isNew: boolean;
}

/** The postcode and who sees the place, the price, the link to take part online, and access. */
export function VenueDetails({ form, town, isNew }: VenueDetailsProps) {
  const { errors } = form.formState;
  const onlineUrl = useWatch({ control: form.control, name: 'onlineUrl' });
  return (
    <>
      {isNew && (
        <div role="status" className="empty:hidden">
          <LastTime form={form} />
        </div>
      )}
      <Field
        label="Postcode"
        optional
        hint="So that people find your event when they look near them."
        error={errors.postcode?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...registerShown(form, 'postcode')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="TR18 4AB"
            className="max-w-48"
          />
        )}
      </Field>
      <div>
        <UncheckedValue name="placePublic" />
        <Checkbox
          {...registerShown(form, 'placePublic')}
          label="Everybody can see the place"
          description={<VisitorsSee form={form} town={town} />}
          error={errors.placePublic?.message}
        />
      </div>
      <Field
        label="Price in words"
        optional
        hint="Up to 80 characters. Nothing is charged here."
        error={errors.priceText?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...registerShown(form, 'priceText')}
            maxLength={80}
            placeholder="£3 on the door, children free"
          />
        )}
      </Field>
      <Field
        label="Online link"
        optional
        hint="For people who join from home. Those who are going see it from the day before."
        error={errors.onlineUrl?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...registerShown(form, 'onlineUrl')}
            type="url"
            autoComplete="off"
            placeholder="https://"
          />
        )}
      </Field>
      <UncheckedValue name="inPersonToo" />
      {onlineUrl.trim() === '' ? (
        <noscript>{import.meta.env.SSR && <InPersonToo form={form} />}</noscript>
      ) : (
        <InPersonToo form={form} />
      )}
      <GettingInFields form={form} />
    </>
  );
}

const InPersonToo = ({ form }: { form: EventFormOf }) => (
  <Checkbox
    {...registerShown(form, 'inPersonToo')}
    label="People also meet in person"
    description="Then people who look near them find it, too."
  />
);

/** Says what somebody signed out is shown of the place. */
function VisitorsSee({ form, town: groupTown }: Omit<VenueDetailsProps, 'isNew'>) {
  const [placePublic, location, postcode, ownTown] = useWatch({
    control: form.control,
    name: ['placePublic', 'location', 'postcode', 'town'],
  });
  const town = ownTown.trim() || groupTown || 'the town';
  if (!placePublic) {
    const kept = toSector(postcode).toUpperCase().trim();
    return `People who aren’t signed in see only ${town}.${kept && ` We keep ${kept} of the postcode.`}`;
  }
  const place = placeLine({ location: location.trim(), postcode: postcode.toUpperCase().trim() });
  return location.trim() ? `Visitors see: ${place}` : 'Visitors see the location and the postcode.';
}
