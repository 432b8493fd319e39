import { TextareaField } from '#web/ui/field.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** An admin's reason for acting on a member, which the member reads too. */
export const ReasonField = ({ label, value, onChange }: Props) => (
  <TextareaField
    label={label}
    hint="They'll see it in the email, and admins will see it in the audit log."
    optional
    className="mt-5"
    rows={3}
    maxLength={1_000}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
