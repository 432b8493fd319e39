import { capitalise } from '#contract/platform/counted.ts';
import { Check, Circle, CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { passwordRules } from '#contract/base/password-rules.ts';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from './password-input.tsx';
import { passwordStrength, type Strength } from './password-strength.ts';

interface NewPasswordFieldProps extends ComponentProps<'input'> {
  label?: string;
  /** The password typed so far. */
  typed: string;
  /** Words that others may guess, such as the member's name, which weaken a password. */
  guessableWords?: readonly string[];
  error: string | undefined;
}

/**
 * Lists the rules above the field and ticks them off. After a failed attempt each broken rule shows
 * its error.
 */
export function NewPasswordField({
  label = 'Password',
  typed,
  guessableWords,
  error,
  ...input
}: NewPasswordFieldProps) {
  const oneOfTheRules = passwordRules.some((rule) => rule.message === error);
  return (
    <Field label={label} error={oneOfTheRules ? undefined : error}>
      {(control) => (
        <>
          <PasswordRules id={`${control.id}-rules`} typed={typed} failed={error !== undefined} />
          <PasswordInput
            {...control}
            {...input}
            autoComplete="new-password"
            aria-invalid={error ? true : undefined}
            aria-describedby={[`${control.id}-rules`, control['aria-describedby']]
              .filter(Boolean)
              .join(' ')}
          />
          {typed && <StrengthHint strength={passwordStrength(typed, guessableWords)} />}
        </>
      )}
    </Field>
  );
}

/** Asks for the new password a second time. */
export const ConfirmPasswordField = ({
  error,
  ...input
}: ComponentProps<'input'> & { error: string | undefined }) => (
  <Field label="Confirm Password" error={error}>
    {(control) => <PasswordInput {...control} {...input} autoComplete="new-password" />}
  </Field>
);

function PasswordRules({ id, typed, failed }: { id: string; typed: string; failed: boolean }) {
  return (
    <ul id={id} className={cx('grid gap-x-4 text-sm', !failed && 'sm:grid-cols-2')}>
      {passwordRules.map(({ message, holds }) => {
        const isMet = holds(typed);
        return (
          <PasswordRule
            key={message}
            message={message}
            state={isMet ? 'met' : failed ? 'broken' : 'open'}
          />
        );
      })}
    </ul>
  );
}

const ruleIcons = { met: Check, broken: CircleAlert, open: Circle };
const ruleClasses = {
  met: 'text-good-ink',
  broken: 'font-semibold text-danger-ink',
  open: 'text-muted',
};

/** Shows 'Password must contain a letter' once the rule is broken; before that, 'A letter'. */
function PasswordRule({ message, state }: { message: string; state: keyof typeof ruleIcons }) {
  const Icon = ruleIcons[state];
  return (
    <li className={cx('flex gap-1.5', ruleClasses[state])}>
      <Icon aria-hidden="true" className="mt-[0.25em] size-[1em] shrink-0" />
      <span>
        {state === 'broken' ? message : shortenRule(message)}
        {state === 'met' && <span className="sr-only"> (done)</span>}
      </span>
    </li>
  );
}

const strengthClasses = ['bg-danger', 'bg-danger', 'bg-accent', 'bg-primary', 'bg-primary'];

function StrengthHint({ strength: { score, label } }: { strength: Strength }) {
  return (
    <p className="flex items-center gap-3 text-sm text-muted">
      <span aria-hidden="true" className="flex grow gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={cx(
              'h-1.5 grow rounded-full',
              step <= score ? strengthClasses[score] : 'bg-line',
            )}
          />
        ))}
      </span>
      <span className="min-w-36 text-right whitespace-nowrap">
        Strength: <span className="font-semibold text-ink">{label}</span>
      </span>
    </p>
  );
}

function shortenRule(message: string): string {
  const rule = message.replace(/^Password must (be|contain) /, '');
  return capitalise(rule);
}
