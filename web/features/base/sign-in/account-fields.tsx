import { useFormContext, useWatch } from 'react-hook-form';
import { EmailField } from '#web/platform/forms/email-field.tsx';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { InputField } from '#web/ui/field.tsx';
import { ConfirmPasswordField, NewPasswordField } from './new-password-field.tsx';

/** The fields of every form that makes an account. */
export interface AccountValues {
  firstName: string;
  lastName?: string | null | undefined;
  email: string;
  password: string;
  confirmPassword: string;
}

/** First name, last name and email address of a new account, in a form of `AccountValues`. */
export function PersonFields({ posted }: { posted: string }) {
  const form = useFormContext<AccountValues>();
  const { errors } = form.formState;
  const { typed, wrong } = usePosted(posted);
  return (
    <>
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
        <InputField
          label="First Name"
          error={errors.firstName?.message ?? wrong.firstName}
          {...form.register('firstName')}
          defaultValue={typed.firstName}
          autoComplete="given-name"
        />
        <InputField
          label="Last Name"
          optional
          error={errors.lastName?.message ?? wrong.lastName}
          {...form.register('lastName')}
          defaultValue={typed.lastName}
          autoComplete="family-name"
        />
      </div>
      <EmailField
        register={() => form.register('email')}
        typed={typed.email}
        error={errors.email?.message ?? wrong.email}
        autoComplete="email"
      />
    </>
  );
}

/** A new password, twice. */
export function PasswordFields({ posted }: { posted: string }) {
  const form = useFormContext<AccountValues>();
  const { errors } = form.formState;
  const { wrong } = usePosted(posted);
  const [typed, ...guessableWords] = useWatch({
    control: form.control,
    name: ['password', 'firstName', 'lastName', 'email'],
  });
  return (
    <>
      <NewPasswordField
        {...form.register('password', { deps: ['confirmPassword'] })}
        typed={typed}
        guessableWords={guessableWords.filter((word) => word != null)}
        error={errors.password?.message ?? wrong.password}
      />
      <ConfirmPasswordField
        {...form.register('confirmPassword')}
        error={errors.confirmPassword?.message ?? wrong.confirmPassword}
      />
    </>
  );
}
