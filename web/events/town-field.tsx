import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { attribution, attributionOf } from '../../contract/locations.ts';
import { query } from '../queries.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import type { EventFormOf } from './event-values.ts';

interface TownFieldProps {
  form: EventFormOf;
  hint: ReactNode;
  placeholder?: string | undefined;
}

/** A town by its name; where no suggestion comes, what is typed will do. */
export function TownField({ form, hint, placeholder }: TownFieldProps) {
  const { field, fieldState } = useController({ name: 'town', control: form.control });
  const [asked, setAsked] = useState('');
  const { data = [], isFetching } = useQuery({
    ...query('GET /api/locations', { query: { q: asked } }),
    enabled: asked !== '',
  });
  const { onChange, ...input } = field;
  return (
    <div>
      <Field label="Town" hint={hint} optional error={fieldState.error?.message}>
        {(control) => (
          <Combobox
            {...input}
            control={control}
            onValueChange={onChange}
            onQuery={setAsked}
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
      <p className="mt-1.5 text-xs text-muted">{data[0] ? attributionOf(data[0]) : attribution}</p>
    </div>
  );
}
