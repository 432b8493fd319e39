import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { needsHostName, passkeyLabel } from '#contract/base/form-words.ts';
import type { Passkey } from '#contract/base/passkeys.ts';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { maxPasskeys } from '#contract/platform/limits.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DialogButton } from '#web/ui/dialog-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { passkeysQuery } from './queries.ts';
import { useHasHostName, useHasWebAuthn } from './support.ts';

const AddPasskeyDialog = lazyPart(() => import('./add-passkey-dialog.tsx'));
const RenamePasskeyDialog = lazyPart(() => import('./rename-passkey-dialog.tsx'));

/** Lists the member's passkeys, with buttons to add, rename and remove them. */
export function PasskeysSection() {
  const { data: passkeys, isPending, refetch } = useQuery(passkeysQuery());
  return (
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      lead={`${passkeyLabel}. There's no password to forget, and nobody can trick you out of it.`}
    >
      {isPending && (
        <div role="status" aria-label="Loading your passkeys">
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {!isPending && !passkeys && (
        <Button variant="outline" onClick={() => refetch()}>
          Try again
        </Button>
      )}
      {passkeys && <Passkeys passkeys={passkeys} />}
    </SettingsSection>
  );
}

function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const hasHostName = useHasHostName();
  return (
    <div className="flex flex-col items-start gap-5">
      {passkeys.length === 0 && hasHostName && <p>You don't have any yet.</p>}
      {passkeys.length > 0 && (
        <ul className="ruled flex w-full flex-col">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {hasHostName ? <Add isFull={passkeys.length >= maxPasskeys} /> : <NoHostName />}
    </div>
  );
}

function Add({ isFull }: { isFull: boolean }) {
  const [isAdding, setAdding] = useState(false);
  const hasWebAuthn = useHasWebAuthn();
  if (isFull) {
    return (
      <p className="text-muted">
        You can have up to {maxPasskeys}. Remove one you no longer use to add another.
      </p>
    );
  }
  if (!hasWebAuthn) {
    return (
      <Notice className="w-full">
        This browser can't make a passkey here. It needs to be up to date, and the site's address
        needs to begin with https.
      </Notice>
    );
  }
  return (
    <>
      <NeedsScript>
        <OpenButton
          call="POST /api/passkeys/registration-options"
          variant="outline"
          onClick={() => setAdding(true)}
        >
          Add a passkey
        </OpenButton>
      </NeedsScript>
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** A device makes a passkey for a script alone. */
const NeedsScript = ({ children }: { children: ReactNode }) => (
  <>
    <div className="needs-script">{children}</div>
    <noscript>
      <p className="text-muted">Passkeys need JavaScript, which is off in your browser.</p>
    </noscript>
  </>
);

/** On the operator's own computer, the same site has a name. */
function NoHostName() {
  const { origin } = useSite();
  const { hostname, port } = new URL(origin);
  const isOwnComputer = hostname === '127.0.0.1' || hostname === '[::1]';
  const named = `http://localhost${port && `:${port}`}/settings#passkeys`;
  return (
    <Notice className="w-full">
      {needsHostName}
      {isOwnComputer && (
        <>
          {' '}
          On this computer, you can open it at <a href={named}>localhost</a> instead.
        </>
      )}
    </Notice>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const { name, createdAt, lastUsedAt, otherHost } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex min-w-0 grow basis-52 gap-x-4">
        <Fingerprint aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span dir="auto" className="font-semibold wrap-anywhere">
              {name}
            </span>
            {otherHost && <Badge tone="danger">Doesn't work here</Badge>}
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            {otherHost && <span className="wrap-anywhere">Made for {otherHost}</span>}
            <span>Added {formatDay(createdAt)}</span>
            <span>{lastUsedAt ? `Last used ${formatCommentDate(lastUsedAt)}` : 'Never used'}</span>
          </p>
          {!passkey.can.remove && (
            <p className="mt-1 text-sm text-muted">
              Your only way to log in. To remove it, set a password or add another passkey first.
            </p>
          )}
        </div>
      </div>
      <div className="needs-script flex flex-wrap gap-3 max-sm:ml-10">
        <Rename passkey={passkey} />
        {passkey.can.remove && <Remove passkey={passkey} />}
      </div>
    </li>
  );
}

const Rename = ({ passkey }: { passkey: Passkey }) => (
  <DialogButton
    variant="quiet"
    aria-label={`Rename ${passkey.name}`}
    label="Rename"
    dialog={(close) => <RenamePasskeyDialog passkey={passkey} onClose={close} />}
  />
);

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/passkeys/:id', { params: { id } }),
    onSuccess: () => setConfirming(false),
    done: 'Passkey removed',
    failed: "The passkey wasn't removed",
    reload: ['/api/passkeys'],
  });
  return (
    <>
      <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => setConfirming(true)}>
        Remove
      </Button>
      {isConfirming && (
        <LazyConfirmDialog
          onOpenChange={setConfirming}
          title={`Remove “${name}”?`}
          description="It stops working at once. Your device may go on offering it until you delete it there, too."
          confirmLabel="Remove passkey"
          busyLabel="Removing..."
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  );
}
