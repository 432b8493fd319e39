import { CircleAlert, ChevronDown } from 'lucide-react';
import {
  useId,
  type ChangeEventHandler,
  type ComponentProps,
  type FocusEventHandler,
  type ReactNode,
  type Ref,
} from 'react';
import { cx } from './cx.ts';

export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface Described {
  hint?: ReactNode;
  error?: string | null | undefined;
}

const described = (id: string, { hint, error }: Described) =>
  cx(hint != null && hint !== false && `${id}-hint`, Boolean(error) && `${id}-error`) || undefined;

function Hint({ id, children }: { id: string; children: ReactNode }) {
  if (children == null || children === false) return null;
  return (
    <p id={`${id}-hint`} className="text-sm text-muted">
      {children}
    </p>
  );
}

function FieldError({ id, error }: { id: string; error: string | null | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="flex gap-1.5 text-sm font-semibold text-danger-ink">
      <CircleAlert aria-hidden="true" className="mt-[0.2em] size-[1.1em] shrink-0" />
      <span>{error}</span>
    </p>
  );
}

interface FieldProps extends Described {
  label: ReactNode;
  optional?: boolean | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, optional = false, className, children }: FieldProps) {
  const id = useId();
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      <Hint id={id}>{hint}</Hint>
      {children({
        id,
        'aria-describedby': described(id, { hint, error }),
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      <FieldError id={id} error={error} />
    </div>
  );
}

const box =
  'w-full min-w-0 rounded-card border-2 border-edge bg-card px-3.5 text-base text-ink transition-colors ' +
  'hover:border-ink focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger-ink disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(box, 'min-h-11 py-2 read-only:bg-sunken', className)} />;
}

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={cx(box, 'field-sizing-content min-h-28 py-2.5 read-only:bg-sunken', className)}
    />
  );
}

export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select {...rest} className={cx(box, 'min-h-11 appearance-none truncate py-2 pr-10')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted"
      />
    </span>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  description?: ReactNode;
  error?: string | null | undefined;
}

export function Checkbox({ label, description, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-describedby={described(id, { hint: description, error })}
          aria-invalid={error ? true : undefined}
          className="mt-0.5 size-6 shrink-0"
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
      aria-describedby={described(id, { hint, error })}
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
                'flex min-h-11 gap-3 rounded-card border-2 bg-card px-3.5 py-2.5 transition-colors hover:border-ink',
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
                className="mt-1 size-5 shrink-0 outline-none"
              />
              <span className="min-w-0">
                <span className="block font-semibold">{option.label}</span>
                {option.description != null && (
                  <span className="block text-sm text-muted">{option.description}</span>
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

/** What is wrong with the form as a whole; read out as soon as it appears. */
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
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        {title != null && <p className="font-display font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
