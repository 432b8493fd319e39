import { useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react';
import { cx } from './cx.ts';
import { pendingReason } from './pending-reason.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'accent' | 'outline' | 'ghost' | 'danger' | 'quiet';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  block?: boolean | undefined;
}

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary enabled-hover:bg-primary-strong',
  accent: 'border-transparent bg-accent text-on-accent enabled-hover:bg-accent-strong',
  outline: 'border-current text-primary enabled-hover:bg-primary-soft',
  ghost: 'border-transparent text-primary enabled-hover:bg-primary-soft',
  danger: 'border-transparent bg-danger text-on-danger enabled-hover:bg-danger-strong',
  quiet: 'border-transparent bg-sunken text-ink enabled-hover:bg-line',
};

const sizeClasses: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1 text-sm',
  md: 'min-h-11 px-5 py-2 text-base',
  lg: 'min-h-13 px-5 py-2.5 text-lg sm:px-7',
};

export function buttonClass({ variant = 'primary', size = 'md', block }: ButtonLook = {}): string {
  return cx('button-look', variantClasses[variant], sizeClasses[size], block && 'w-full');
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
}

const noReason = () => undefined;

/** Explains beside a form's button why its request is still pending. */
function PendingNotice() {
  const reason = useSyncExternalStore(pendingReason.subscribe, pendingReason.now, noReason);
  return reason ? (
    <p className="w-full text-sm text-danger-ink">
      {reason.title}. {reason.description}
    </p>
  ) : null;
}

/** A button that keeps its focus and size while busy, but ignores presses. */
export function Button({
  variant,
  size,
  block,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const look = cx(buttonClass({ variant, size, block }), className);
  const isSubmit = type === 'submit';
  return (
    <>
      <button
        {...rest}
        type={isSubmit ? 'submit' : type === 'reset' ? 'reset' : 'button'}
        className={look}
        aria-disabled={busy || rest['aria-disabled']}
        aria-busy={busy || undefined}
        onClick={click}
      >
        {busy ? (
          <span className="hold-label" data-hold={typeof children === 'string' ? children : ''}>
            <span>
              <Spinner />
              {busyLabel ?? children}
            </span>
          </span>
        ) : (
          children
        )}
      </button>
      {isSubmit && busy && <PendingNotice />}
    </>
  );
}
