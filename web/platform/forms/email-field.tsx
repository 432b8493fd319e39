import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, Input } from '#web/ui/field.tsx';

interface EmailFieldProps {
  /** Called as the field renders: a form focuses the first error in the order of registration. */
  register: () => UseFormRegisterReturn;
  typed: string | undefined;
  error: string | undefined;
  /** 'username' where a password manager finds an account by the address, or by a passkey. */
  autoComplete: 'email' | 'username' | 'username webauthn';
  onFocus?: () => void;
}

export const EmailField = ({ register, typed, error, ...input }: EmailFieldProps) => (
  <Field label="Email" error={error}>
    {(control) => (
      <Input {...control} {...register()} defaultValue={typed} type="email" {...input} />
    )}
  </Field>
);
