import { Copy } from 'lucide-react';
import { formatDay } from '#contract/platform/dates.ts';
import type { NewToken } from '#contract/base/tokens.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** Shows a new token. The server keeps only its hash, so this is the one time it can be shown. */
export function NewTokenDialog({ newToken, onClose }: { newToken: NewToken; onClose: () => void }) {
  const { name, token, expiresAt } = newToken;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Your token “${name}”`}
      isPersistent
      footer={<Button onClick={onClose}>I've saved it</Button>}
    >
      <p>
        Keep it safe, like a password: <strong>you won't see it again.</strong> It stops working on{' '}
        {formatDay(expiresAt)}.
      </p>
      <p className="mt-4 rounded-card bg-sunken p-4 font-mono text-sm wrap-anywhere">{token}</p>
      <Button
        variant="outline"
        className="mt-4"
        onClick={() =>
          void copyText(token, 'Token copied', 'Please select it and copy it yourself.')
        }
      >
        <Copy aria-hidden="true" className="size-5" /> Copy
      </Button>
      <p className="mt-5 text-sm text-muted">
        Your program sends it with each call in this header:{' '}
        <code className="font-mono whitespace-nowrap">Authorization: Bearer …</code>
      </p>
    </Dialog>
  );
}
