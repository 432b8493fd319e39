import { Controller, useWatch, type Control, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { SettingsForm as Schema } from '#contract/base/settings.ts';
import { CoverField } from '#web/features/base/media/cover-field.tsx';
import { LogoField } from '#web/features/base/media/logo-field.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { LookPreview } from './look-preview.tsx';

type Values = z.input<typeof Schema>;
type Form = UseFormReturn<Values, unknown, z.output<typeof Schema>>;

const defaultColour = '#f4a91c';

/** The site's colour, its logo and the picture of its home page. */
export const LookFields = ({ form }: { form: Form }) => (
  <>
    <ColourField form={form} />
    <Controller
      control={form.control}
      name="logoUrl"
      render={({ field: { value, onChange }, fieldState }) => (
        <LogoField value={value} onChange={onChange} error={fieldState.error?.message} />
      )}
    />
    <Preview control={form.control} />
    <Controller
      control={form.control}
      name="pictureUrl"
      render={({ field, fieldState }) => (
        <CoverField
          {...field}
          label="Picture for the home page"
          without="the home page shows drawings"
          error={fieldState.error?.message}
        />
      )}
    />
  </>
);

const ColourField = ({ form }: { form: Form }) => (
  <Field
    label="Colour"
    optional
    hint={`For highlights and some buttons, such as ${defaultColour}. We adjust the text on it so that everyone can read it.`}
    error={form.formState.errors.accent?.message}
  >
    {(control) => (
      <div className="flex items-center gap-3">
        <Input
          {...control}
          {...form.register('accent')}
          placeholder={defaultColour}
          spellCheck={false}
          className="max-w-40"
        />
        <Palette form={form} />
      </div>
    )}
  </Field>
);

function Palette({ form }: { form: Form }) {
  const value = useWatch({ control: form.control, name: 'accent' });
  return (
    <input
      type="color"
      aria-label="Palette"
      value={isColour(value) ? value.trim() : defaultColour}
      onChange={({ target }) =>
        form.setValue('accent', target.value, { shouldDirty: true, shouldValidate: true })
      }
      className="size-11 shrink-0 cursor-pointer rounded-card border-2 border-edge bg-card p-1"
    />
  );
}

const isColour = (text: string) => /^#[\da-f]{6}$/i.test(text.trim());

function Preview({ control }: { control: Control<Values, unknown, z.output<typeof Schema>> }) {
  const [accent, siteName, logoUrl] = useWatch({
    control,
    name: ['accent', 'siteName', 'logoUrl'],
  });
  return <LookPreview accent={accent} siteName={siteName} logoUrl={logoUrl} />;
}
