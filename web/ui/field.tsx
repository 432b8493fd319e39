import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { ChevronDown, CircleAlert } from './icons.tsx';

export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface Described {
  hint?: ReactNode;
  error?: string | null | undefined;
}

/** Returns the `aria-describedby` of a field with this hint and error. */
export const describedBy = (id: string, { hint, error }: Described) =>
  cx(hint != null && hint !== false && `${id}-hint`, Boolean(error) && `${id}-error`) || undefined;

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  if (children == null || children === false) return null;
  return (
    <p id={`${id}-hint`} className="text-sm text-muted">
      {children}
    </p>
  );
}

interface FieldErrorProps {
  id: string;
  error: Described['error'];
}

export const FieldError = ({ id, error }: FieldErrorProps) =>
  error ? <Shown key={error} id={id} error={error} /> : null;

/** Scrolls a dialog's first error into view, clear of the dialog's footer. */
function Shown({ id, error }: { id: string; error: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const first = text.current?.closest('[role=dialog]')?.querySelector('[data-error]');
    if (first === text.current) first?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p
      ref={text}
      id={`${id}-error`}
      data-error
      className="flex scroll-my-4 gap-1.5 text-sm font-semibold text-danger-ink"
    >
      <CircleAlert className="mt-[0.2em] size-[1.1em] shrink-0" />
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
    <div data-field="" className={cx('field', className)}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      <Hint id={id}>{hint}</Hint>
      {children({
        id,
        'aria-describedby': describedBy(id, { hint, error }),
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** Input types whose text may run in either direction. */
const isTextType = (type = 'text') => type === 'text' || type === 'search';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      dir={isTextType(rest.type) ? 'auto' : undefined}
      {...rest}
      className={cx('field-box', className)}
    />
  );
}

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      rows={rows}
      className={cx('field-box field-sizing-content min-h-28 py-2.5', className)}
    />
  );
}

export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('select-box', className)}>
      <select {...rest} className="field-box">
        {children}
      </select>
      <ChevronDown className="size-5" />
    </span>
  );
}

type Labelled<Tag extends 'input' | 'textarea' | 'select'> = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<Tag>, 'className'> & {
    /** Classes of the control itself; `className` is of the whole field. */
    boxClassName?: string | undefined;
  };

/** Splits what a field takes from what its control takes. */
const split = <Given extends Omit<FieldProps, 'children'> & { boxClassName?: string | undefined }>({
  label,
  hint,
  error,
  optional,
  className,
  boxClassName,
  ...control
}: Given) => ({
  field: { label, hint, error, optional, className },
  box: { ...control, className: boxClassName },
});

export function InputField(props: Labelled<'input'>) {
  const { field, box } = split(props);
  return <Field {...field}>{(control) => <Input {...control} {...box} />}</Field>;
}

export function TextareaField(props: Labelled<'textarea'>) {
  const { field, box } = split(props);
  return <Field {...field}>{(control) => <Textarea {...control} {...box} />}</Field>;
}

export function SelectField(props: Labelled<'select'>) {
  const { field, box } = split(props);
  return <Field {...field}>{(control) => <NativeSelect {...control} {...box} />}</Field>;
}
