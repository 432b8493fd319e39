import { useId, useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { described, FieldError, Hint, Input, type Described } from './field.tsx';
import { endAfterMove, isWholeWallTime, joinWallTime, splitWallTime } from './wall-time.ts';

/** The ring stays round the whole while the focus is on one of the browser's own stops in it. */
const ring =
  'focus-within:border-focus focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-focus';

interface DateTimeFieldProps extends Described {
  label: string;
  /** 'YYYY-MM-DDTHH:mm' as a wall clock shows it; one half alone while the other is missing. */
  value: string;
  onValueChange: (value: string) => void;
  /** The first day on offer, 'YYYY-MM-DD'. */
  min?: string | undefined;
  name?: string | undefined;
  optional?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  /** Given the input of the day, so that a form can put the focus there. */
  ref?: ((input: HTMLInputElement | null) => void) | undefined;
  className?: string | undefined;
}

/** A day and an hour: the browser's own inputs, which bring a phone's wheels and work by keyboard. */
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
    'aria-describedby': described(id, { hint, error }),
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
          // Keeps the year to four digits.
          max="9999-12-31"
          value={date}
          onChange={(event) => onValueChange(joinWallTime(event.target.value, time))}
          className={cx('grow-[2] basis-[max-content]', ring)}
        />
        <Input
          {...shared}
          type="time"
          name={name && `${name}-time`}
          aria-label={`${label}: time`}
          value={time}
          onChange={(event) => onValueChange(joinWallTime(date, event.target.value))}
          className={cx('grow basis-[max-content]', ring)}
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
  /** The first day on offer, 'YYYY-MM-DD': today, as the caller knows it. */
  min?: string | undefined;
  className?: string | undefined;
}

/** From when to when; the end keeps its distance when the start moves. */
export function DateTimePair({ start, end, min, className }: DateTimePairProps) {
  const lastStart = useRef(start.value);
  const moveStart = (next: string) => {
    if (isWholeWallTime(start.value)) lastStart.current = start.value;
    start.onValueChange(next);
    const moved = endAfterMove(lastStart.current, next, end.value);
    if (moved !== end.value) end.onValueChange(moved);
  };
  const startDay = splitWallTime(start.value).date;
  return (
    <div className={cx('grid gap-6 sm:grid-cols-2 sm:items-start', className)}>
      <DateTimeField label="Start Time" min={min} {...start} onValueChange={moveStart} />
      <DateTimeField label="End Time" min={startDay || min} {...end} />
    </div>
  );
}
