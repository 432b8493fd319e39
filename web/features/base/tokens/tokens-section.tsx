import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { mostTokens } from '#contract/platform/limits.ts';
import type { Token, TokenScope } from '#contract/base/tokens.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshTokens, tokensQuery } from './queries.ts';

const MakeTokenDialog = lazyPart(() => import('./make-token-dialog.tsx'));

/** By which scripts call in the member's name, and the ways to make and end them. */
export function TokensSection() {
  const { data: tokens, isPending, refetch } = useQuery(tokensQuery());
  return (
    <SettingsSection
      id="tokens"
      title="Tokens for scripts"
      lead="With a token another program reads or changes your groups and events in your name. It opens no settings, and has no rights of an admin."
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
  const [making, setMaking] = useState(false);
  const live = tokens.filter(({ isExpired }) => !isExpired).length;
  return (
    <>
      {tokens.length === 0 && <p>You have none. Most people need none.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {tokens.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      {live < mostTokens ? (
        <Button
          variant="outline"
          className={tokens.length === 0 ? 'mt-4' : 'mt-6'}
          onClick={() => setMaking(true)}
        >
          Make a token
        </Button>
      ) : (
        <p className="mt-6 text-muted">
          {mostTokens} is the most you can have: end one that you no longer need to make another.
        </p>
      )}
      {making && <MakeTokenDialog onClose={() => setMaking(false)} />}
    </>
  );
}

const mayDo = (scopes: TokenScope[]): string => {
  if (scopes.length > 1) return 'Reads and changes';
  return scopes[0] === 'read' ? 'Reads' : 'Changes';
};

const timesOf = ({ createdAt, lastUsedAt, expiresAt, isExpired }: Token): string[] => [
  `Made ${formatDay(createdAt)}`,
  lastUsedAt ? `Last used ${formatCommentDate(lastUsedAt)}` : 'Never used',
  `${isExpired ? 'Ran out' : 'Ends'} ${formatDay(expiresAt)}`,
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
            {isExpired ? <Badge tone="danger">Has run out</Badge> : <Badge>{mayDo(scopes)}</Badge>}
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            {timesOf(token).map((time) => (
              <span key={time}>{time}</span>
            ))}
          </p>
        </div>
      </div>
      <EndToken token={token} />
    </li>
  );
}

function EndToken({ token: { id, name, isExpired } }: { token: Token }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call('DELETE /api/user/tokens/:id', { params: { id } }),
    onSuccess: () => {
      toast({ tone: 'good', title: isExpired ? 'Token removed' : 'Token ended' });
      setAsking(false);
    },
    onError: (error) => toastFailure("That didn't work", error, 'Please try again later.'),
    onSettled: () => refreshTokens(client),
  });
  const label = isExpired ? 'Remove' : 'End';
  return (
    <>
      <Button
        variant="quiet"
        className="max-sm:ml-10"
        aria-label={`${label} ${name}`}
        busy={end.isPending}
        busyLabel={isExpired ? 'Removing...' : 'Ending...'}
        onClick={() => (isExpired ? end.mutate() : setAsking(true))}
      >
        {label}
      </Button>
      {asking && (
        <LazyConfirmDialog
          open
          onOpenChange={setAsking}
          title={`End “${name}”?`}
          description="Whatever calls with it is refused from then on. It can't be brought back, but you can make another."
          confirmLabel="End Token"
          busyLabel="Ending..."
          danger
          busy={end.isPending}
          onConfirm={() => end.mutate()}
        />
      )}
    </>
  );
}
