import { useIfMailed, type IfMailed } from '#web/platform/site.tsx';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { AcceptedMessage, Audience } from '#contract/events/messages.ts';
import { toast } from '#web/ui/toast.ts';
import { SecondsLeft, useSecondsLeft } from './seconds-left.tsx';
import { undoMessage, refreshMessages } from './use-undo.ts';
import { countPeople } from './words.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import type { ComposeFormOf, Composed } from './compose-values.ts';

/** Shows a toast with Undo on every page for as long as the message can be undone. */
export function toastSending(
  client: QueryClient,
  accepted: AcceptedMessage,
  groupId: number,
  ifMailed: IfMailed,
): void {
  const { id, recipients, sendsAt, held } = accepted;
  if (id === null) return;
  if (held) {
    toast({
      title: 'Held for review',
      description:
        'An admin will look at it first. We check repeated texts, and links, emails and phone numbers from new members.',
    });
    return;
  }
  const close = toast({
    title: ifMailed(
      `Your message is going to ${countPeople(recipients)}`,
      `Your message to ${countPeople(recipients)} is kept until this site can send email`,
    ),
    detail: <Countdown until={sendsAt} onEnd={() => close()} />,
    tone: 'good',
    lasting: true,
    action: { label: 'Undo', onSelect: () => void undoMessage(client, { id, groupId }) },
  });
}

function Countdown({ until, onEnd }: { until: string; onEnd: () => void }) {
  const isOver = useSecondsLeft(until) === 0;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return (
    <p className="text-sm text-muted">
      <SecondsLeft until={until} />
    </p>
  );
}

export interface Place {
  groupId: number;
  eventId: number | undefined;
}

interface Submission extends Composed {
  test: boolean;
}

/** Sends a message, or a test of it to its author, and shows the outcome. */
export function useSending({ groupId, eventId }: Place, form: ComposeFormOf, onSent: () => void) {
  const client = useQueryClient();
  const ifMailed = useIfMailed();
  const handlers = {
    onSuccess: (accepted: AcceptedMessage, { test }: Submission) => {
      if (test) return toastTestSent();
      onSent();
      toastSending(client, accepted, groupId, ifMailed);
      void refreshMessages(client, groupId);
    },
    onError: (error: unknown) => {
      applyFieldErrors(form, error);
      if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'send this message');
    },
  };
  const toMembers = useCreation({
    key: 'POST /api/groups/:id/messages',
    inputOf: (submission: Submission) => ({
      params: { id: groupId },
      body: { ...submission, audience: 'members' as const },
    }),
    ...handlers,
  });
  const toPeople = useCreation({
    key: 'POST /api/events/:id/messages',
    inputOf: (submission: Submission) => ({
      params: { id: eventId ?? 0 },
      body: { ...submission, audience: eventAudience(submission.audience) },
    }),
    ...handlers,
  });
  const { mutate, isPending, variables, error } = eventId === undefined ? toMembers : toPeople;
  return { mutate, isPending, isTest: variables?.test ?? false, refusal: refusalOf(error) };
}

const eventAudience = (audience: Audience) => (audience === 'members' ? 'all' : audience);

const toastTestSent = () =>
  toast({
    title: 'Test sent',
    description: 'Have a look in your inbox. It only went to you.',
    tone: 'good',
  });

/** Returns the error of the whole form. Fields show their own errors. */
function refusalOf(error: unknown): string | undefined {
  if (!error) return undefined;
  const { status, reason, code, fields = {} } = failureOf(error);
  if (code === 'sign_in_required' || Object.keys(fields).length > 0) return undefined;
  const refused = status !== undefined && status < 500;
  return (refused ? reason : undefined) ?? 'Please try again in a moment.';
}
