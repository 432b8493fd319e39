import * as Radix from 'radix-ui/dialog';
import { useEffect, type ReactNode } from 'react';
import { DialogDescription, DialogHead, overlay, panel, useFocusReturn } from '#web/ui/dialog.tsx';

interface PaymentFrameProps {
  title: string;
  description: string;
  /** False while a payment is on its way: it can't be taken back by closing. */
  closable: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog that lets others stand above it: for a card that needs its owner's word, the provider puts a frame
 * of the bank's over the whole page, which a dialog that holds focus and pointer would make useless.
 */
export function PaymentFrame({
  title,
  description,
  closable,
  onClose,
  children,
}: PaymentFrameProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  usePageAtRest();
  return (
    <Radix.Root open modal={false} onOpenChange={() => closable && onClose()}>
      <Radix.Portal>
        <div aria-hidden="true" className={overlay} />
        <Radix.Content
          aria-modal="true"
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            // After a payment the focus has gone to the next page's heading.
            if (document.activeElement === document.body) onCloseAutoFocus(event);
            else event.preventDefault();
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className={panel}
        >
          <DialogHead title={title} />
          <DialogDescription className="px-5 pt-5 sm:px-6">{description}</DialogDescription>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Makes the page under the dialog inert and stops it scrolling. Notices are still read out. */
function usePageAtRest(): void {
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
