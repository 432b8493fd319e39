import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { describedBy, FieldError, Hint, type Described } from './field.tsx';

interface StepperProps extends Described {
  label: string;
  value: number;
  onValueChange: (value: number) => void;
  min?: number | undefined;
  max: number;
  /** Puts the label beside the number where there is room. */
  isLine?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  /** The id of its form, if it is outside that. */
  form?: string | undefined;
  ref?: ((input: HTMLInputElement | null) => void) | undefined;
  className?: string | undefined;
}

/** The steps for a spin button's keys. */
const stepsOf: Record<string, number> = {
  ArrowUp: 1,
  ArrowDown: -1,
  Home: -Infinity,
  End: Infinity,
};

/** A field for a small whole number, with minus and plus buttons. */
export function Stepper({
  label,
  value,
  onValueChange,
  min = 0,
  max,
  isLine = false,
  hint,
  error,
  className,
  ...rest
}: StepperProps) {
  const id = useId();
  const change = (next: number) => {
    const within = Math.min(Math.max(next, min), max);
    if (within !== value) onValueChange(within);
  };
  return (
    <div
      data-field
      className={cx(
        'flex gap-1.5',
        isLine ? 'flex-wrap items-center justify-between' : 'flex-col',
        className,
      )}
    >
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Hint id={id}>{hint}</Hint>
      <div className="flex w-fit rounded-card border-2 border-edge bg-card hover:border-ink">
        <Step label="One fewer" of={label} isEnd={value <= min} onStep={() => change(value - 1)}>
          <path d="M5 12h14" />
        </Step>
        <input
          {...rest}
          id={id}
          type="text"
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          value={value}
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => {
            // An empty field keeps the previous number.
            if (/^\d+$/.test(target.value)) change(Number(target.value));
          }}
          onKeyDown={(event) => {
            const steps = stepsOf[event.key];
            if (steps === undefined) return;
            event.preventDefault();
            change(value + steps);
          }}
          // Selects the number, so that typing replaces it.
          onFocus={({ target }) => target.select()}
          className="size-11 rounded-card border-2 border-transparent bg-card text-center font-semibold text-ink"
        />
        <Step label="One more" of={label} isEnd={value >= max} onStep={() => change(value + 1)}>
          <path d="M5 12h14M12 5v14" />
        </Step>
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}

interface StepProps {
  label: string;
  /** The field's label, for the button's accessible name. */
  of: string;
  /** True at the limit. The button then keeps its focus but does nothing. */
  isEnd: boolean;
  onStep: () => void;
  children: ReactNode;
}

const Step = ({ label, of, isEnd, onStep, children }: StepProps) => (
  <button
    type="button"
    aria-label={`${label}: ${of}`}
    aria-disabled={isEnd}
    onClick={isEnd ? undefined : onStep}
    className={cx(
      'grid size-11 shrink-0 place-items-center rounded-card border-2 border-transparent',
      'needs-script',
      isEnd ? 'text-muted' : 'text-ink',
    )}
  >
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
      className="size-5"
    >
      {children}
    </svg>
  </button>
);
