import { useId, useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { describedBy, FieldError, Hint, Input, type Described } from './field.tsx';
import { endAfterMove, isWholeWallTime, joinWallTime, splitWallTime } from './wall-time.ts';

/** Shows the focus ring round the whole input while one of its parts has the focus. */
const ringClass =
  'focus-within:border-focus focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-focus';

interface DateTimeFieldProps extends Described {
  label: string;
  /** Wall-clock time as 'YYYY-MM-DDTHH:mm'. Before or after the T may be empty. */
  value: string;
  onValueChange: (value: string) => void;
  /** The earliest day, 'YYYY-MM-DD'. */
  min?: string | undefined;
  name?: string | undefined;
  optional?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  /** Ref of the day's input, so that a form can focus it. */
  ref?: ((input: HTMLInputElement | null) => void) | undefined;
  className?: string | undefined;
}

/** Native date and time inputs, which work well on phones and by keyboard. */
export function DateTimeField({
  label,
  value,
  onValueChange,
  min,
  name,
  optional = false,
  disabled,
  hint,
  error,
  onBlur,
  ref,
  className,
}: DateTimeFieldProps) {
  const id = useId();
  const { date, time } = splitWallTime(value);
  const shared = {
    disabled,
    onBlur,
    'aria-describedby': describedBy(id, { hint, error }),
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': optional ? undefined : (true as const),
  };
  return (
    <fieldset data-field className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <legend className="mb-1.5 font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <Hint id={id}>{hint}</Hint>
      <div className="flex flex-wrap gap-2">
        <Input
          {...shared}
          ref={ref}
          type="date"
          name={name && `${name}-date`}
          aria-label={`${label}: day`}
          min={min}
          // Limits the year to four digits.
          max="9999-12-31"
          value={date}
          onChange={(event) => onValueChange(joinWallTime(event.target.value, time))}
          className={cx('grow-[2] basis-[max-content]', ringClass)}
        />
        <Input
          {...shared}
          type="time"
          name={name && `${name}-time`}
          aria-label={`${label}: time`}
          value={time}
          onChange={(event) => onValueChange(joinWallTime(date, event.target.value))}
          className={cx('grow basis-[max-content]', ringClass)}
        />
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

type End = Pick<DateTimeFieldProps, 'value' | 'onValueChange' | 'error' | 'onBlur' | 'ref'> & {
  label?: string;
  hint?: ReactNode;
  name?: string;
};

interface DateTimePairProps {
  start: End;
  end: End;
  /** The earliest day, 'YYYY-MM-DD', which is today. */
  min?: string | undefined;
}

/** Start and end fields. When the start changes, the end moves with it. */
export function DateTimePair({ start, end, min }: DateTimePairProps) {
  const lastStart = useRef(start.value);
  const moveStart = (next: string) => {
    if (isWholeWallTime(start.value)) lastStart.current = start.value;
    start.onValueChange(next);
    const moved = endAfterMove(lastStart.current, next, end.value);
    if (moved !== end.value) end.onValueChange(moved);
  };
  const startDay = splitWallTime(start.value).date;
  return (
    <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
      <DateTimeField label="Start time" min={min} {...start} onValueChange={moveStart} />
      <DateTimeField label="End time" min={startDay || min} {...end} />
    </div>
  );
}
