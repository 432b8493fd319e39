/** A dialog's state, which its button keeps. */
export interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
