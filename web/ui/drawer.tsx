import * as Radix from 'radix-ui/dialog';
import { useRef } from 'react';
import { cx } from './cx.ts';
import {
  DialogDescription,
  DialogHead,
  foot,
  keepForToasts,
  overlay,
  useFocusReturn,
  type DialogProps,
} from './dialog.tsx';

const panel =
  'fixed inset-y-0 z-50 flex w-[calc(100%-3rem)] max-w-md flex-col short:block short:overflow-y-auto bg-card text-ink shadow-lift outline-none forced-colors:border';

const sides = {
  left: 'left-0 rounded-r-card animate-[from-left_160ms_ease-out]',
  right: 'right-0 rounded-l-card animate-[from-right_160ms_ease-out]',
};

interface DrawerProps extends DialogProps {
  side?: keyof typeof sides | undefined;
}

/**
 * A panel at the side for content that accompanies the page, such as filters or a row's details.
 */
export function Drawer({
  open,
  onOpenChange,
  title,
  description,
  footer,
  children,
  side = 'right',
  className,
}: DrawerProps) {
  const body = useRef<HTMLDivElement>(null);
  const focusReturn = useFocusReturn(body);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          {...focusReturn}
          onInteractOutside={keepForToasts}
          className={cx(panel, sides[side], className)}
          {...(description == null && { 'aria-describedby': undefined })}
        >
          <DialogHead title={title} />
          <div
            ref={body}
            className="min-h-0 grow overflow-y-auto short:overflow-visible px-5 py-5 sm:px-6"
          >
            {description != null && <DialogDescription>{description}</DialogDescription>}
            {children}
          </div>
          {footer != null && <div className={foot}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
