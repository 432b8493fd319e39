import { useState, type ComponentProps } from 'react';
import { InputField } from '#web/ui/field.tsx';

interface CodeFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'value'> {
  /** True to ask for a recovery code instead of the six digits. */
  recovery?: boolean;
  hint?: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (code: string) => void;
}

/** A field for the six-digit code, which phones can fill in, or for a recovery code. */
export function CodeField({
  recovery = false,
  hint,
  error,
  value,
  onChange,
  ...input
}: CodeFieldProps) {
  return (
    <InputField
      label={recovery ? 'Recovery code' : 'Code'}
      hint={hint}
      error={error}
      {...input}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      inputMode={recovery ? 'text' : 'numeric'}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={60}
      boxClassName="font-mono text-lg tracking-widest"
    />
  );
}

/** Switches between app code and recovery code. Callers clear the field. */
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
  recovery ? 'Use a code from your app' : 'Use a recovery code instead';

/** Asks for a code from the app, with a button to use a recovery code instead. */
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
