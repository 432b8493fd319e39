import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/features/base/sign-in/password-input.tsx';

interface OwnPasswordFieldProps {
  hint?: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (password: string) => void;
}

/** The password of who is signed in, asked for before what matters. */
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
