import { Field, Textarea } from '#web/ui/field.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Why an admin did something to somebody, in words that both read. */
export const ReasonField = ({ label, value, onChange }: Props) => (
  <Field
    label={label}
    hint="They read it in the email, and admins in the audit log."
    optional
    className="mt-5"
  >
    {(control) => (
      <Textarea
        {...control}
        rows={3}
        maxLength={1_000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);
