import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface DialogButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: ReactNode;
  /** The dialog that a press opens, with what closes it. */
  dialog: (close: () => void) => ReactNode;
}

export function DialogButton({ label, dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
