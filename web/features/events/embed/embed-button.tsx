import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { DialogButton } from '#web/ui/dialog-button.tsx';
import type { EmbedProps } from './embed-dialog.tsx';

const EmbedDialog = lazyPart(() => import('./embed-dialog.tsx'));

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
