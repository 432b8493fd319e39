import * as Radix from 'radix-ui/dialog';
import { useEffect, type ReactNode } from 'react';
import {
  DialogDescription,
  DialogHead,
  overlayClass,
  panelClass,
  useFocusReturn,
} from '#web/ui/dialog.tsx';

interface PaymentFrameProps {
  title: string;
  description: string;
  /** False while a payment is being made, because closing can't cancel it. */
  closable: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog that allows another frame above it. To confirm a payment, Stripe shows the bank's page
 * in a frame over the whole page. A modal dialog would keep focus and pointer from that frame.
 */
export function PaymentFrame({
  title,
  description,
  closable,
  onClose,
  children,
}: PaymentFrameProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  useInertPage();
  return (
    <Radix.Root open modal={false} onOpenChange={() => closable && onClose()}>
      <Radix.Portal>
        <div aria-hidden="true" className={overlayClass} />
        <Radix.Content
          aria-modal="true"
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            // After a payment the focus is on the next page's heading, and stays there.
            if (document.activeElement === document.body) onCloseAutoFocus(event);
            else event.preventDefault();
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className={panelClass}
        >
          <DialogHead title={title} />
          <DialogDescription className="px-5 pt-5 sm:px-6">{description}</DialogDescription>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Makes the page under the dialog inert and stops it scrolling. Screen readers still announce
 * toasts.
 */
function useInertPage(): void {
  useEffect(() => {
    const parts = document.querySelectorAll<HTMLElement>('#root > :is(a, header, main, footer)');
    const { style } = document.documentElement;
    for (const part of parts) part.inert = true;
    style.overflow = 'hidden';
    return () => {
      for (const part of parts) part.inert = false;
      style.overflow = '';
    };
  }, []);
}
