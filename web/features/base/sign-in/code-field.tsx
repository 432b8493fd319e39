import { useState, type ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Field, Input } from '#web/ui/field.tsx';

interface CodeFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  /** A recovery code in place of the six digits. */
  recovery?: boolean;
  hint?: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (code: string) => void;
}

/** Six digits, which phones fill in by themselves, or a recovery code. */
export function CodeField({
  recovery = false,
  hint,
  error,
  value,
  onChange,
  className,
  ...input
}: CodeFieldProps) {
  return (
    <Field label={recovery ? 'Recovery Code' : 'Code'} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={60}
          className={cx('font-mono text-lg tracking-widest', className)}
        />
      )}
    </Field>
  );
}

/** Changes between the two; what is typed of the one is nothing of the other. */
export const OtherCode = ({ recovery, onChange }: { recovery: boolean; onChange: () => void }) => (
  <button
    type="button"
    onClick={onChange}
    className="link needs-script min-h-11 self-start text-left text-sm"
  >
    {otherCode(recovery)}
  </button>
);

export const otherCode = (recovery: boolean): string =>
  recovery ? 'Use a code of the app' : 'Use a recovery code instead';

/** Asks for a code of the app, or at a press for a recovery code in its place. */
export function EitherCode({
  error,
  value,
  onChange,
}: Pick<CodeFieldProps, 'error' | 'value' | 'onChange'>) {
  const [recovery, setRecovery] = useState(false);
  return (
    <div className="flex flex-col gap-1">
      <CodeField recovery={recovery} error={error} value={value} onChange={onChange} />
      <OtherCode
        recovery={recovery}
        onChange={() => {
          setRecovery(!recovery);
          onChange('');
        }}
      />
    </div>
  );
}
