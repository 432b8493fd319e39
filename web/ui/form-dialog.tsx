import { useId, type ReactNode, type SubmitEventHandler } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Pick<
  DialogProps,
  'title' | 'description' | 'unsaved' | 'className'
> {
  open?: boolean;
  /** Called on the close button, Escape or a press outside. */
  onClose: () => void;
  /** Called on the Cancel button; `onClose` by default. */
  onCancel?: () => void;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  label: string;
  busyLabel?: string;
  busy: boolean;
  danger?: boolean;
  children: ReactNode;
}

/** A dialog with a form, and its submit and cancel buttons in the footer. */
export function FormDialog({
  open = true,
  onClose,
  onCancel = onClose,
  onSubmit,
  label,
  busyLabel = 'Saving...',
  busy,
  danger = false,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
          >
            {label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
        className="flex flex-col gap-5"
      >
        {children}
      </form>
    </Dialog>
  );
}
