/** A dialog's state, which its button keeps. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
