import { useForm, useWatch } from 'react-hook-form';
import type { Event } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { usePostedValues } from '#web/platform/forms/posted-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { AudienceFields } from './audience-fields.tsx';
import { EventPreview } from './event-preview.tsx';
import {
  CategoryField,
  GroupField,
  VenueFields,
  Times,
  TitleAndDescription,
} from './event-fields.tsx';
import {
  eventResolver,
  noEvent,
  copyOf,
  type EventFormOf,
  type EventValues,
  type NewEvent,
} from './event-values.ts';
import { OpenToField } from './open-to-field.tsx';
import { PlacesFields } from './places-fields.tsx';
import { checkTimes } from './check-times.ts';
import { Repeating } from '#web/features/events/series/repeating.tsx';
import { useCreateEvent } from './use-create-event.ts';
import { usePlan } from '#web/features/events/series/use-plan.ts';

const key = 'POST /api/events';

interface CreateEventFormProps {
  /** The groups that the member organises. */
  groups: readonly Group[];
  categories: readonly { id: number; name: string }[];
  /** The group's id in the address, or an empty string. */
  groupId: string;
  /** The event that is copied, if any. */
  copied?: Event | undefined;
}

export function CreateEventForm({ groups, categories, groupId, copied }: CreateEventFormProps) {
  const form = useForm<EventValues, unknown, NewEvent>({
    resolver: eventResolver,
    ...usePostedValues<EventValues>(key, {
      ...noEvent,
      ...(copied && copyOf(copied)),
      ...inGroup(groups, groupId, copied),
    }),
  });
  const draftKey = copied ? `copy-event:${copied.id}` : `create-event:${groupId}`;
  const forgetDraft = useDraft(draftKey, form);
  const plan = usePlan(form);
  const group = useChosenGroup(form, groups);
  const create = useCreateEvent(form, forgetDraft);
  return (
    <FormWithAside aside={<EventPreview form={form} groups={groups} />}>
      <form
        method="post"
        action={urlOf(key)}
        noValidate
        onSubmit={form.handleSubmit(
          (event) => create.submit(event),
          () => checkTimes(form),
        )}
        className="flex flex-col gap-6"
      >
        <input type="hidden" name="_next" value={paths.event(':id')} />
        <GroupField form={form} groups={groups} />
        <DatesLeft group={group} />
        <CategoryField form={form} categories={categories} />
        <TitleAndDescription form={form} />
        <Times form={form} startError={plan.errors.startTime} />
        <div className="needs-script">
          <Repeating form={form} plan={plan} />
        </div>
        <VenueFields form={form} groups={groups} />
        <AudienceFields form={form} />
        <OpenToField form={form} group={group} />
        <PlacesFields form={form} />
        <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating event...">
          Create Event
        </Button>
      </form>
    </FormWithAside>
  );
}

function useChosenGroup(form: EventFormOf, groups: readonly Group[]): Group | undefined {
  const groupId = useWatch({ control: form.control, name: 'groupId' });
  return groups.find(({ id }) => String(id) === groupId);
}

/** Warns when the chosen group is close to its limit of dates. */
const DatesLeft = ({ group }: { group: Group | undefined }) => (
  <div role="status" className="empty:hidden">
    {group?.quota && <Notice>{group.quota.message}</Notice>}
  </div>
);

/**
 * Preselects the group in the address, or the member's only one. Its category, audience and
 * openness are the defaults, unless an event is copied.
 */
function inGroup(
  groups: readonly Group[],
  groupId: string,
  copied: Event | undefined,
): Partial<EventValues> {
  const group =
    groups.find((each) => String(each.id) === groupId) ??
    (groups.length === 1 ? groups[0] : undefined);
  if (!group) return { groupId: '' };
  return {
    groupId: String(group.id),
    categoryId: String(copied?.categoryId ?? group.categoryId),
    audience: copied?.audience ?? group.audience,
    openTo: copied?.openTo ?? group.defaultOpenTo,
    placePublic: copied?.placePublic ?? group.defaultPlacePublic,
  };
}
