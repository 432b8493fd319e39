import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { maxTokens } from '#contract/platform/limits.ts';
import type { Token, TokenScope } from '#contract/base/tokens.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { refreshTokens, tokensQuery } from './queries.ts';

const MakeTokenDialog = lazyPart(() => import('./make-token-dialog.tsx'));

/** Lists the member's access tokens, with buttons to create and delete them. */
export function TokensSection() {
  const { data: tokens, isPending, refetch } = useQuery(tokensQuery());
  return (
    <SettingsSection
      id="tokens"
      title="Access tokens"
      lead="With a token, another program can read or change your groups and events for you. It can't change your settings or use admin tools."
    >
      {isPending && (
        <div role="status" aria-label="Loading your tokens">
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {!isPending && !tokens && (
        <Button variant="outline" onClick={() => refetch()}>
          Try again
        </Button>
      )}
      {tokens && <Tokens tokens={tokens} />}
    </SettingsSection>
  );
}

function Tokens({ tokens }: { tokens: Token[] }) {
  const [isCreating, setCreating] = useState(false);
  const activeCount = tokens.filter(({ isExpired }) => !isExpired).length;
  return (
    <>
      {tokens.length === 0 && <p>You don't have any. Most people don't need one.</p>}
      <ul className="ruled flex flex-col">
        {tokens.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      {activeCount < maxTokens ? (
        <OpenButton
          call="POST /api/user/tokens"
          variant="outline"
          className={tokens.length === 0 ? 'mt-4' : 'mt-6'}
          onClick={() => setCreating(true)}
        >
          Create a token
        </OpenButton>
      ) : (
        <p className="mt-6 text-muted">
          You can have up to {maxTokens}. Delete one you no longer need to create another.
        </p>
      )}
      {isCreating && <MakeTokenDialog onClose={() => setCreating(false)} />}
    </>
  );
}

const scopeLabel = (scopes: TokenScope[]): string => {
  if (scopes.length > 1) return 'Read and change';
  return scopes[0] === 'read' ? 'Read' : 'Change';
};

const datesOf = ({ createdAt, lastUsedAt, expiresAt, isExpired }: Token): string[] => [
  `Created ${formatDay(createdAt)}`,
  lastUsedAt ? `Last used ${formatCommentDate(lastUsedAt)}` : 'Never used',
  `${isExpired ? 'Expired' : 'Expires'} ${formatDay(expiresAt)}`,
];

function Row({ token }: { token: Token }) {
  const { name, scopes, isExpired } = token;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex min-w-0 grow basis-52 gap-x-4">
        <KeyRound aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span dir="auto" className="font-semibold wrap-anywhere">
              {name}
            </span>
            {isExpired ? <Badge tone="danger">Expired</Badge> : <Badge>{scopeLabel(scopes)}</Badge>}
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            {datesOf(token).map((time) => (
              <span key={time}>{time}</span>
            ))}
          </p>
        </div>
      </div>
      <DeleteToken token={token} />
    </li>
  );
}

function DeleteToken({ token: { id, name, isExpired } }: { token: Token }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call('DELETE /api/user/tokens/:id', { params: { id } }),
    onSuccess: () => setConfirming(false),
    done: 'Token deleted',
    failed: "That didn't work",
    fallback: 'Please try again later.',
    onSettled: () => refreshTokens(client),
  });
  const label = 'Delete';
  return (
    <>
      <Button
        variant="quiet"
        className="max-sm:ml-10"
        aria-label={`${label} ${name}`}
        busy={end.isPending}
        busyLabel={'Deleting...'}
        onClick={() => (isExpired ? end.mutate() : setConfirming(true))}
      >
        {label}
      </Button>
      {isConfirming && (
        <LazyConfirmDialog
          onOpenChange={setConfirming}
          title={`Delete “${name}”?`}
          description="Programs that use it will stop working. You can't undo this, but you can create another token."
          confirmLabel="Delete token"
          busyLabel="Deleting..."
          danger
          busy={end.isPending}
          onConfirm={() => end.mutate()}
        />
      )}
    </>
  );
}
