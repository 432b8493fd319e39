import { useWatch } from 'react-hook-form';
import { accessFacts, type Access } from '#contract/events/venue/access-facts.ts';
import { accessWords } from '#contract/events/venue/access-words.ts';
import { FieldError, NativeSelect } from '#web/ui/field.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import type { EventFormOf } from './event-values.ts';

/** How people get in: each fact is yes, no, or not known. */
export function GettingInFields({ form }: { form: EventFormOf }) {
  const access = useWatch({ control: form.control, name: 'access' });
  return (
    <details className="group/access rounded-card border-2 border-edge bg-card">
      <summary className="cursor-pointer px-4 py-3 font-semibold">
        Getting in <span className="font-normal text-muted">({summaryOf(access)})</span>
      </summary>
      <div className="border-t border-line px-4 pt-3 pb-4">
        <p className="mb-4 text-sm text-muted">
          Many people can only come if they know this. If you aren’t sure, leave it at ‘Don’t know’:
          people are then told to ask you.
        </p>
        <div className="grid max-w-lg gap-y-2">
          {accessFacts.map((fact) => (
            <label key={fact} className="grid grid-cols-[1fr_10rem] items-center gap-3">
              <span>{accessWords[fact].label}</span>
              <NativeSelect {...registerShown(form, `access.${fact}`)}>
                <option value="unknown">Don’t know</option>
                <option value="yes">Yes</option>
                <option value="no">No</option>
              </NativeSelect>
            </label>
          ))}
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
