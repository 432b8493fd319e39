import * as Alert from 'radix-ui/alert-dialog';
import * as Radix from 'radix-ui/dialog';
import { useRef, type ReactNode, type RefObject } from 'react';
import { Button, buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { Cross } from './icons.tsx';

export const overlay = 'fixed inset-0 z-40 bg-scrim';

export const panel =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-2rem)] flex-col rounded-t-card bg-card text-ink shadow-lift outline-none forced-colors:border ' +
  'animate-[rise_140ms_ease-out] sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100%-3rem)] sm:max-w-lg sm:rounded-card';

const title = 'font-display text-2xl font-bold text-balance';
export const foot =
  'flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-6';

const firstPart = 'input:not([hidden]), select, textarea, button, a[href]';

/**
 * The focus goes to the first thing to do rather than to the way out, and back to where it was: our dialogs
 * are opened by state, and without a trigger of its own Radix leaves it nowhere. Where that went with what
 * was deleted, it goes to the page's content.
 */
export function useFocusReturn(body?: RefObject<HTMLElement | null>) {
  const from = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      from.current = document.activeElement;
      const first = body?.current?.querySelector<HTMLElement>(firstPart);
      if (!first) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const there = from.current?.isConnected ? from.current : document.getElementById('main');
      if (there instanceof HTMLElement) there.focus();
    },
  };
}

/** What a dialog is called and how to leave it: both stay in sight while the rest scrolls. */
export function DialogHead({ title: heading }: { title: ReactNode }) {
  return (
    <div className="flex items-start gap-4 border-b border-line py-4 pr-4 pl-5 sm:pr-5 sm:pl-6">
      <Radix.Title className={cx(title, 'my-auto min-w-0 grow')}>{heading}</Radix.Title>
      <Radix.Close
        aria-label="Close"
        className={cx(buttonClass({ variant: 'quiet' }), 'size-11 shrink-0 px-0!')}
      >
        <Cross className="size-5" />
      </Radix.Close>
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
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}

export function Dialog({
  open,
  onOpenChange,
  title: heading,
  description,
  footer,
  children,
  className,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const focusReturn = useFocusReturn(body);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          {...focusReturn}
          className={cx(panel, className)}
          {...(description == null && { 'aria-describedby': undefined })}
        >
          <DialogHead title={heading} />
          <div ref={body} className="min-h-0 overflow-y-auto px-5 py-5 sm:px-6">
            {description != null && <DialogDescription>{description}</DialogDescription>}
            {children}
          </div>
          {footer != null && <div className={foot}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Names what is about to go, and what goes with it. */
  description: ReactNode;
  confirmLabel: string;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  children?: ReactNode;
}

export function ConfirmDialog({
  open,
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
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Alert.Root open={open} onOpenChange={onOpenChange}>
      <Alert.Portal>
        <Alert.Overlay className={overlay} />
        <Alert.Content {...focusReturn} className={cx(panel, 'sm:max-w-md')}>
          <div className="min-h-0 overflow-y-auto px-5 py-5 sm:px-6 sm:pt-6">
            <Alert.Title className={title}>{heading}</Alert.Title>
            <Alert.Description className="mt-2 text-muted">{description}</Alert.Description>
            {children}
          </div>
          <div className={foot}>
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
