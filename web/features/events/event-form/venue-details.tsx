import { useWatch } from 'react-hook-form';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { toSector, writePostcode } from '#contract/platform/postcodes.ts';
import { UncheckedValue } from '#web/platform/forms/posted.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { FieldError, InputField, NativeSelect } from '#web/ui/field.tsx';
import type { EventFormOf } from './event-values.ts';
import { useQuery } from '@tanstack/react-query';
import { accessFacts, type Access } from '#contract/events/venue/access-facts.ts';
import { accessWords } from '#contract/events/venue/access-words.ts';
import { lastVenue } from '#web/features/events/events/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';

interface VenueDetailsProps {
  form: EventFormOf;
  /** The town of its group, which visitors see if the event names none. */
  town?: string | null | undefined;
}

/** The postcode and who sees the place, the price, the link to take part online, and access. */
export function VenueDetails({ form, town }: VenueDetailsProps) {
  const onlineUrl = useWatch({ control: form.control, name: 'onlineUrl' });
  return (
    <>
      <InputField
        label="Postcode"
        optional
        hint="So that people find your event when they look near them."
        {...registerShown(form, 'postcode')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="TR18 4AB"
        boxClassName="max-w-48"
      />
      <div>
        <UncheckedValue name="placePublic" />
        <Checkbox
          {...registerShown(form, 'placePublic')}
          label="Everybody can see the place"
          description={<VisitorsSee form={form} town={town} />}
        />
      </div>
      <InputField
        label="Price in words"
        optional
        hint="Up to 80 characters. Nothing is charged here."
        {...registerShown(form, 'priceText')}
        maxLength={80}
        placeholder="£3 on the door, children free"
      />
      <InputField
        label="Online link"
        optional
        hint="For people who join from home. Those who are going see it from the day before."
        {...registerShown(form, 'onlineUrl')}
        type="url"
        autoComplete="off"
        placeholder="https://"
      />
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
function VisitorsSee({ form, town: groupTown }: VenueDetailsProps) {
  const [placePublic, location, postcode, ownTown] = useWatch({
    control: form.control,
    name: ['placePublic', 'location', 'postcode', 'town'],
  });
  const town = ownTown.trim() || groupTown || 'the town';
  if (!placePublic) {
    const kept = toSector(postcode).toUpperCase().trim();
    return `People who aren’t signed in see only ${town}.${kept && ` We keep ${kept} of the postcode.`}`;
  }
  const place = placeLine({
    location: location.trim(),
    postcode: writePostcode(postcode.toUpperCase().trim()),
  });
  return location.trim() ? `Visitors see: ${place}` : 'Visitors see the location and the postcode.';
}

/** Offers what the group's last event at the same location said, unless the form has it already. */
export function LastTime({ form }: { form: EventFormOf }) {
  const [groupId, location, postcode, access] = useWatch({
    control: form.control,
    name: ['groupId', 'location', 'postcode', 'access'],
  });
  const there = useDebounced(location.trim());
  const { data: last } = useQuery({
    ...lastVenue(groupId, there),
    enabled: groupId !== '' && there.length >= shortestLocation,
  });
  if (!last || there !== location.trim()) return null;
  const facts = accessFacts.filter(
    (fact) => last.access[fact] !== 'unknown' && access[fact] !== last.access[fact],
  );
  const missing = last.postcode !== null && postcode.trim() === '';
  if (facts.length === 0 && !missing) return null;
  const take = () => {
    for (const fact of facts) form.setValue(`access.${fact}`, last.access[fact], markDirty);
    if (missing) form.setValue('postcode', last.postcode ?? '', markDirty);
  };
  const said = facts.map((fact) => accessWords[fact][last.access[fact] === 'yes' ? 'yes' : 'no']);
  return (
    <Notice
      title="What you said about this place last time"
      action={
        <Button variant="outline" onClick={take}>
          Use it again
        </Button>
      }
    >
      <p>{[...(missing ? [`Postcode ${last.postcode}`] : []), ...said].join(' · ')}</p>
    </Notice>
  );
}

const shortestLocation = 5;
const markDirty = { shouldDirty: true };

/** How people get in: each fact is yes, no, or not known. */
function GettingInFields({ form }: { form: EventFormOf }) {
  const access = useWatch({ control: form.control, name: 'access' });
  return (
    <details className="group/access rounded-card border-2 border-edge bg-card">
      <summary id="getting-in" className="cursor-pointer px-4 py-3 font-semibold">
        Getting in <span className="font-normal text-muted">({summaryOf(access)})</span>
      </summary>
      <div className="border-t border-line px-4 pt-3 pb-4">
        <p className="mb-4 text-sm text-muted">
          Many people can only come if they know this. If you aren’t sure, leave it at ‘Don’t know’:
          people are then told to ask you.
        </p>
        <div className="grid max-w-lg gap-y-2">
          {accessFacts.map((fact) => {
            const { error: _, ...select } = registerShown(form, `access.${fact}`);
            return (
              <label key={fact} className="grid grid-cols-[1fr_8.5rem] items-center gap-3">
                <span>{accessWords[fact].label}</span>
                <NativeSelect {...select}>
                  <option value="unknown">Don’t know</option>
                  <option value="yes">Yes</option>
                  <option value="no">No</option>
                </NativeSelect>
              </label>
            );
          })}
        </div>
        <FieldError id="access" error={errorOf(form)} />
      </div>
    </details>
  );
}

const errorOf = ({ formState: { errors } }: EventFormOf) =>
  typeof errors.access?.message === 'string' ? errors.access.message : undefined;

function summaryOf(access: Partial<Access>): string {
  const count = (known: string) => accessFacts.filter((fact) => access[fact] === known).length;
  const parts = [count('yes') && `${count('yes')} yes`, count('no') && `${count('no')} no`];
  return parts.filter(Boolean).join(', ') || 'nothing said yet';
}
