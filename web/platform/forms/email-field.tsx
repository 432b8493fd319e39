import type { UseFormRegisterReturn } from 'react-hook-form';
import { InputField } from '#web/ui/field.tsx';

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
  <InputField
    label="Email"
    error={error}
    {...register()}
    defaultValue={typed}
    type="email"
    {...input}
  />
);
