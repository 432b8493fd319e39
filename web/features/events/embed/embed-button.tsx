import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { DialogButton } from '#web/ui/dialog-button.tsx';

const EmbedDialog = lazyPart(() => import('./embed-dialog.tsx'));

export interface EmbedProps {
  /** The group whose events are shown. Without one, the page's own filters apply to all groups. */
  group?: { id: number; name: string };
}

export default function EmbedButton({ group }: EmbedProps) {
  return (
    <DialogButton
      data-embed
      variant="ghost"
      size="sm"
      aria-haspopup="dialog"
      label="Put these on your website"
      dialog={(close) => <EmbedDialog {...(group && { group })} onClose={close} />}
    />
  );
}
