import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';
import { placeNamesCredit, attributionOf } from '#contract/base/place-names.ts';
import { query } from '#web/platform/data/queries.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';

interface TownFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, string | null | undefined>;
  label?: string | undefined;
  hint?: ReactNode;
  optional?: boolean | undefined;
  placeholder?: string | undefined;
}

/** A text field that suggests towns. Any other text is fine too. */
export function TownField<Values extends FieldValues, Output>({
  control: formControl,
  name,
  label = 'Town',
  hint,
  optional = true,
  placeholder,
}: TownFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ name, control: formControl });
  const [searchText, setSearchText] = useState('');
  const { data = [], isFetching } = useQuery({
    ...query('GET /api/locations', { query: { q: searchText } }),
    enabled: searchText !== '',
  });
  const { onChange, value, ...input } = field;
  return (
    <div>
      <Field label={label} hint={hint} optional={optional} error={fieldState.error?.message}>
        {(control) => (
          <Combobox
            {...input}
            control={control}
            value={value ?? ''}
            onValueChange={onChange}
            onQuery={setSearchText}
            options={data.map(({ mainText, secondaryText }) => ({
              value: mainText,
              detail: secondaryText,
            }))}
            busy={isFetching}
            placeholder={placeholder}
            maxLength={100}
          />
        )}
      </Field>
      <p className="mt-1.5 text-xs text-balance text-muted">
        {data[0] ? attributionOf(data[0]) : placeNamesCredit}
      </p>
    </div>
  );
}
