import { useWatch } from 'react-hook-form';
import type { GroupCard } from '../../contract/groups.ts';
import { Field, Input, NativeSelect, Textarea } from '../ui/field.tsx';
import type { EventFormOf } from './event-values.ts';

interface GroupAndCategoryProps {
  form: EventFormOf;
  groups: readonly GroupCard[];
  categories: readonly { id: number; name: string }[];
}

export function GroupAndCategory({ form, groups, categories }: GroupAndCategoryProps) {
  const { errors } = form.formState;
  const followGroup = (groupId: string) => {
    const group = groups.find((each) => String(each.id) === groupId);
    if (group && !form.getFieldState('categoryId').isTouched) {
      form.setValue('categoryId', String(group.categoryId), {
        shouldValidate: form.formState.isSubmitted,
      });
    }
  };
  return (
    <>
      <Field label="Group" error={errors.groupId?.message}>
        {(control) => (
          <NativeSelect
            {...control}
            {...form.register('groupId', {
              onChange: (event: { target: { value: string } }) => followGroup(event.target.value),
            })}
          >
            <option value="">Select a group</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Category" error={errors.categoryId?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register('categoryId')}>
            <option value="">Select a category</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </>
  );
}

export function Words({ form }: { form: EventFormOf }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Event Title" hint="5 to 200 characters" error={errors.title?.message}>
        {(control) => (
          <Input {...control} {...form.register('title')} placeholder="Barn dance with a caller" />
        )}
      </Field>
      <Field
        label="Description"
        hint="At least 20 characters: what happens, what to bring, who it suits."
        error={errors.description?.message}
      >
        {(control) => <Textarea {...control} {...form.register('description')} rows={6} />}
      </Field>
      <Field
        label="Image URL"
        hint="Starts with https://. Without one, we draw a cover."
        optional
        error={errors.imageUrl?.message}
      >
        {(control) => (
          <Input {...control} {...form.register('imageUrl')} type="url" inputMode="url" />
        )}
      </Field>
    </>
  );
}

export function Times({ form }: { form: EventFormOf }) {
  const { errors } = form.formState;
  const start = useWatch({ control: form.control, name: 'startTime' });
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field label="Start Time" hint="UK time" error={errors.startTime?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('startTime', { deps: ['endTime'] })}
            type="datetime-local"
          />
        )}
      </Field>
      <Field label="End Time" hint="UK time, after the start" error={errors.endTime?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('endTime')}
            type="datetime-local"
            min={start || undefined}
          />
        )}
      </Field>
    </div>
  );
}

export function Place({ form, groups }: { form: EventFormOf; groups: readonly GroupCard[] }) {
  const { errors } = form.formState;
  const groupId = useWatch({ control: form.control, name: 'groupId' });
  const group = groups.find((each) => String(each.id) === groupId);
  return (
    <>
      <Field
        label="Location"
        hint="The venue and how to find it. Only signed-in people see it."
        error={errors.location?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('location')}
            placeholder="St Mary’s Church Hall, Market Street"
          />
        )}
      </Field>
      <Field
        label="Town"
        hint="Shown to everyone. Left empty, it is the group's town."
        optional
        error={errors.town?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('town')}
            placeholder={group?.location ?? undefined}
            autoComplete="address-level2"
          />
        )}
      </Field>
    </>
  );
}
