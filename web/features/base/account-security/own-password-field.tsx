import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/features/base/sign-in/password-input.tsx';

interface OwnPasswordFieldProps {
  hint?: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (password: string) => void;
}

/** Asks for the signed-in member's password before a sensitive action. */
export const OwnPasswordField = ({ hint, error, value, onChange }: OwnPasswordFieldProps) => (
  <Field label="Your password" hint={hint} error={error}>
    {(control) => (
      <PasswordInput
        {...control}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="current-password"
      />
    )}
  </Field>
);
