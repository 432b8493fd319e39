import { Copy } from 'lucide-react';
import { formatDay } from '#contract/platform/dates.ts';
import type { NewToken } from '#contract/base/tokens.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** It can be seen this once. */
export function NewTokenDialog({ made, onClose }: { made: NewToken; onClose: () => void }) {
  const { name, token, expiresAt } = made;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`“${name}” is made`}
      insists
      footer={<Button onClick={onClose}>I have kept it</Button>}
    >
      <p>
        Keep it like a password, where your program finds it and nobody else does:{' '}
        <strong>it is shown only now.</strong> It ends on {formatDay(expiresAt)}.
      </p>
      <p className="mt-4 rounded-card bg-sunken p-4 font-mono text-sm wrap-anywhere">{token}</p>
      <Button
        variant="outline"
        className="mt-4"
        onClick={() =>
          void copyText(token, 'The token is copied', 'Please select it and copy it by hand.')
        }
      >
        <Copy aria-hidden="true" className="size-5" /> Copy
      </Button>
      <p className="mt-5 text-sm text-muted">
        Your program sends it with each call, as the header{' '}
        <code className="font-mono whitespace-nowrap">Authorization: Bearer …</code>
      </p>
    </Dialog>
  );
}
