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
  error ? <ShownError key={error} id={id} error={error} /> : null;

/** Scrolls a dialog's first error into view, clear of the dialog's footer. */
function ShownError({ id, error }: { id: string; error: string }) {
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

interface LabelProps extends Omit<FieldProps, 'children'> {
  /** Classes of the control itself; `className` is of the whole field. */
  boxClassName?: string | undefined;
}

type LabelledProps<Tag extends 'input' | 'textarea' | 'select'> = LabelProps &
  Omit<ComponentProps<Tag>, 'className'>;

/** Renders a field with its one control, which takes every prop that isn't the field's. */
function inField<Props extends LabelProps>(
  { label, hint, error, optional, className, boxClassName, ...rest }: Props,
  render: (control: Omit<Props, keyof LabelProps> & { className: string | undefined }) => ReactNode,
) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(control) => render({ ...control, ...rest, className: boxClassName })}
    </Field>
  );
}

export const InputField = (props: LabelledProps<'input'>) =>
  inField(props, (control) => <Input {...control} />);

export const TextareaField = (props: LabelledProps<'textarea'>) =>
  inField(props, (control) => <Textarea {...control} />);

export const SelectField = (props: LabelledProps<'select'>) =>
  inField(props, (control) => <NativeSelect {...control} />);
