import { Check, Circle, CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { passwordRules } from '../../contract/accounts.ts';
import { cx } from '../ui/cx.ts';
import { Field, Input } from '../ui/field.tsx';

interface NewPasswordFieldProps extends ComponentProps<'input'> {
  /** What is typed so far. */
  typed: string;
  error: string | undefined;
}

/** The rules stand above the field and tick off; after a failed attempt each broken one says so. */
export function NewPasswordField({ typed, error, ...input }: NewPasswordFieldProps) {
  const oneOfTheRules = passwordRules.some((rule) => rule.message === error);
  return (
    <Field label="Password" error={oneOfTheRules ? undefined : error}>
      {(control) => (
        <>
          <PasswordRules id={`${control.id}-rules`} typed={typed} failed={error !== undefined} />
          <Input
            {...control}
            {...input}
            type="password"
            autoComplete="new-password"
            aria-invalid={error ? true : undefined}
            aria-describedby={[`${control.id}-rules`, control['aria-describedby']]
              .filter(Boolean)
              .join(' ')}
          />
        </>
      )}
    </Field>
  );
}

function PasswordRules({ id, typed, failed }: { id: string; typed: string; failed: boolean }) {
  return (
    <ul id={id} className="grid gap-x-4 text-sm sm:grid-cols-2">
      {passwordRules.map(({ message, holds }) => {
        const kept = holds(typed);
        return (
          <PasswordRule
            key={message}
            message={message}
            state={kept ? 'kept' : failed ? 'broken' : 'open'}
          />
        );
      })}
    </ul>
  );
}

const icons = { kept: Check, broken: CircleAlert, open: Circle };
const looks = {
  kept: 'text-good-ink',
  broken: 'font-semibold text-danger-ink',
  open: 'text-muted',
};

/** 'Password must contain a letter' as it stands once broken; before that, 'A letter'. */
function PasswordRule({ message, state }: { message: string; state: keyof typeof icons }) {
  const Icon = icons[state];
  return (
    <li className={cx('flex gap-1.5', looks[state])}>
      <Icon aria-hidden="true" className="mt-[0.25em] size-[1em] shrink-0" />
      <span>
        {state === 'broken' ? message : shortened(message)}
        {state === 'kept' && <span className="sr-only"> (done)</span>}
      </span>
    </li>
  );
}

function shortened(message: string): string {
  const rule = message.replace(/^Password must (be|contain) /, '');
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}
