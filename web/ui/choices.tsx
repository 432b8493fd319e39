import {
  useId,
  type ChangeEventHandler,
  type ComponentProps,
  type FocusEventHandler,
  type ReactNode,
  type Ref,
} from 'react';
import { cx } from './cx.ts';
import { describedBy, FieldError, Hint, type Described } from './field.tsx';
import { CircleAlert } from './icons.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  description?: ReactNode;
  error?: string | null | undefined;
}

export function Checkbox({ label, description, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div data-field className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-describedby={describedBy(id, { hint: description, error })}
          aria-invalid={error ? true : undefined}
          className="tick mt-0.5"
        />
        <div>
          <label htmlFor={id} className="font-semibold">
            {label}
          </label>
          <Hint id={id}>{description}</Hint>
        </div>
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}

export interface RadioOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
}

interface RadioCardsProps extends Described {
  name: string;
  legend: ReactNode;
  options: readonly RadioOption[];
  optional?: boolean | undefined;
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ChangeEventHandler<HTMLInputElement> | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
  columns?: 1 | 2 | 4 | undefined;
}

const radioColumns = { 1: '', 2: 'sm:grid-cols-2', 4: 'grid-cols-2 sm:grid-cols-4' };

export function RadioCards({
  name,
  legend,
  options,
  optional = false,
  hint,
  error,
  value,
  defaultValue,
  onChange,
  onBlur,
  ref,
  className,
  columns = 2,
}: RadioCardsProps) {
  const id = useId();
  const picked = (option: RadioOption) =>
    value === undefined
      ? defaultValue !== undefined && { defaultChecked: option.value === defaultValue }
      : { checked: option.value === value };
  return (
    <fieldset
      data-field
      aria-describedby={describedBy(id, { hint, error })}
      className={cx('min-w-0', className)}
    >
      <legend className="mb-1.5 font-semibold">
        {legend}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <div className="flex flex-col gap-1.5">
        <Hint id={id}>{hint}</Hint>
        <div className={cx('grid gap-2', radioColumns[columns])}>
          {options.map((option) => (
            <label
              key={option.value}
              className={cx(
                'flex min-h-11 gap-3 rounded-card border-2 bg-card px-3.5 py-2.5 colour-fade hover:border-ink',
                'has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-not-allowed has-disabled:text-muted',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                error ? 'border-danger-ink' : 'border-edge',
              )}
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                disabled={option.disabled}
                {...picked(option)}
                onChange={onChange}
                onBlur={onBlur}
                ref={ref}
                className="dot mt-1 size-5 shrink-0 outline-none"
              />
              <span className="min-w-0">
                <span className="block font-semibold">{option.label}</span>
                {option.description != null && (
                  <span className="block text-sm text-pretty text-muted">{option.description}</span>
                )}
              </span>
            </label>
          ))}
        </div>
        <FieldError id={id} error={error} />
      </div>
    </fieldset>
  );
}

interface FormErrorProps {
  title?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}

/** The error of the form as a whole, read out as soon as it appears. */
export function FormError({ title, children, className }: FormErrorProps) {
  if (!title && !children) return null;
  return (
    <div
      role="alert"
      className={cx(
        'flex gap-3 rounded-card bg-danger-soft px-4 py-3 text-danger-ink forced-colors:border',
        className,
      )}
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        {title != null && <p className="font-display font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
