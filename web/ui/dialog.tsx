import * as Alert from 'radix-ui/alert-dialog';
import * as Radix from 'radix-ui/dialog';
import { useRef, type ReactNode, type RefObject } from 'react';
import { Button, buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { Cross } from './icons.tsx';
import { dismissToasts } from './toast.ts';
import { canLeave } from './leaving.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/** Same z-index as the panels, so that a later dialog covers an earlier one. */
export const overlayClass = 'fixed inset-0 z-50 bg-scrim';

export const panelClass =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[max(60dvh,calc(100dvh-2rem-var(--toast-height,0px)))] flex-col rounded-t-card bg-card text-ink shadow-lift outline-none forced-colors:border ' +
  'animate-[rise_140ms_ease-out] sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[max(60dvh,calc(100dvh-2rem-2*var(--toast-height,0px)))] sm:w-[calc(100%-3rem)] sm:max-w-lg sm:rounded-card short:block short:max-h-dvh short:overflow-y-auto';

const titleClass = 'font-display text-2xl font-bold text-balance wrap-anywhere';
export const footClass =
  'flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-6';

const firstControl = 'input:not([hidden]), select, textarea, button, a[href]';

/**
 * Focuses the first control rather than the close button, and later restores the focus. Our dialogs
 * have no Radix trigger, so Radix can't restore it. If the previous element has gone, the main
 * content gets the focus.
 */
export function useFocusReturn(body?: RefObject<HTMLElement | null>) {
  const from = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      dismissToasts();
      from.current = document.activeElement;
      const first = body?.current?.querySelector<HTMLElement>(firstControl);
      if (!first) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = from.current?.isConnected ? from.current : document.getElementById('main');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}

/** Keeps the dialog open when somebody presses a toast. */
const keepOpenForToasts = (event: { target: EventTarget | null; preventDefault: () => void }) => {
  if (event.target instanceof Element && event.target.closest('[data-toasts]'))
    event.preventDefault();
};

interface DialogHeadProps {
  title: ReactNode;
  closes?: boolean | undefined;
}

/** The dialog's title and close button, which stay visible while the rest scrolls. */
export function DialogHead({ title: heading, closes = true }: DialogHeadProps) {
  return (
    <div className="flex items-start gap-4 border-b border-line py-4 pr-4 pl-5 sm:pr-5 sm:pl-6">
      <Radix.Title className={cx(titleClass, 'my-auto min-w-0 grow')}>{heading}</Radix.Title>
      {closes && (
        <Radix.Close
          aria-label="Close"
          className={cx(buttonClass({ variant: 'quiet' }), 'size-11 shrink-0 px-0!')}
        >
          <Cross className="size-5" />
        </Radix.Close>
      )}
    </div>
  );
}

interface DialogDescriptionProps {
  className?: string;
  children: ReactNode;
}

export const DialogDescription = ({ className = 'mb-5', children }: DialogDescriptionProps) => (
  <Radix.Description className={cx('text-muted', className)}>{children}</Radix.Description>
);

export interface DialogProps {
  open?: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** Only the dialog's own buttons close it, for content that is shown once. */
  isPersistent?: boolean | undefined;
  children?: ReactNode;
  /** True with unsaved text. Escape, a press outside and the close button then ask first. */
  unsaved?: boolean | undefined;
  className?: string | undefined;
}

export function Dialog({
  open = true,
  onOpenChange,
  title: heading,
  description,
  footer,
  isPersistent = false,
  children,
  unsaved = false,
  className,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const focusReturn = useFocusReturn(body);
  useUnsavedGuard(open && unsaved);
  const change = (next: boolean) => {
    if (next || (!isPersistent && (!unsaved || canLeave()))) onOpenChange(next);
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...focusReturn}
          onInteractOutside={keepOpenForToasts}
          className={cx(panelClass, className)}
          {...(description == null && { 'aria-describedby': undefined })}
        >
          <DialogHead title={heading} closes={!isPersistent} />
          <div
            ref={body}
            className="min-h-0 overflow-y-auto px-5 py-5 sm:px-6 short:overflow-visible"
          >
            {description != null && <DialogDescription>{description}</DialogDescription>}
            {children}
          </div>
          {footer != null && <div className={footClass}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  open?: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Says what will be deleted, with all that depends on it. */
  description: ReactNode;
  confirmLabel: string;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  children?: ReactNode;
  /** True with unsaved text. Escape then asks first. */
  unsaved?: boolean | undefined;
}

export function ConfirmDialog({
  open = true,
  onOpenChange,
  title: heading,
  description,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  onConfirm,
  children,
  unsaved = false,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn();
  useUnsavedGuard(open && unsaved);
  const askFirst = (event: KeyboardEvent) => {
    if (unsaved && !canLeave()) event.preventDefault();
  };
  return (
    <Alert.Root open={open} onOpenChange={onOpenChange}>
      <Alert.Portal>
        <Alert.Overlay className={overlayClass} />
        <Alert.Content
          {...focusReturn}
          onEscapeKeyDown={askFirst}
          className={cx(panelClass, 'sm:max-w-md')}
        >
          <div className="min-h-0 overflow-y-auto px-5 py-5 sm:px-6 sm:pt-6 short:overflow-visible">
            <Alert.Title className={titleClass}>{heading}</Alert.Title>
            <Alert.Description className="mt-2 text-muted">{description}</Alert.Description>
            {children}
          </div>
          <div className={footClass}>
            <Alert.Cancel className={buttonClass({ variant: 'quiet' })}>{cancelLabel}</Alert.Cancel>
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={busyLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  );
}
