import { useQueryClient } from '@tanstack/react-query';
import type { Accepted, Audience } from '#contract/events/messages.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { toast } from '#web/ui/toast.ts';
import type { ComposeFormOf, Composed } from './compose-values.ts';
import { toastSending } from './toast-sending.tsx';
import { refreshMessages } from './use-undo.ts';

export interface Place {
  groupId: number;
  eventId: number | undefined;
}

interface Wish extends Composed {
  test: boolean;
}

/** Sends a message, or a test of it to its author, and shows the outcome. */
export function useSending({ groupId, eventId }: Place, form: ComposeFormOf, onSent: () => void) {
  const client = useQueryClient();
  const told = {
    onSuccess: (accepted: Accepted, { test }: Wish) => {
      if (test) return tellOfTest();
      onSent();
      toastSending(client, accepted, groupId);
      void refreshMessages(client, groupId);
    },
    onError: (error: unknown) => {
      applyFieldErrors(form, error);
      if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'send this message');
    },
  };
  const toMembers = useCreation({
    key: 'POST /api/groups/:id/messages',
    inputOf: (wish: Wish) => ({
      params: { id: groupId },
      body: { ...wish, audience: 'members' as const },
    }),
    ...told,
  });
  const toPeople = useCreation({
    key: 'POST /api/events/:id/messages',
    inputOf: (wish: Wish) => ({
      params: { id: eventId ?? 0 },
      body: { ...wish, audience: ofEvent(wish.audience) },
    }),
    ...told,
  });
  const { mutate, isPending, variables, error } = eventId === undefined ? toMembers : toPeople;
  return { mutate, isPending, isTest: variables?.test ?? false, refusal: refusalOf(error) };
}

const ofEvent = (audience: Audience) => (audience === 'members' ? 'all' : audience);

const tellOfTest = () =>
  toast({
    title: 'Test sent',
    description: 'Have a look at your own inbox. Nobody else gets it.',
    tone: 'good',
  });

/** Finds the error of the message as a whole. The fields show their own errors. */
function refusalOf(error: unknown): string | undefined {
  if (!error) return undefined;
  const { status, reason, code, fields = {} } = failureOf(error);
  if (code === 'sign_in_required' || Object.keys(fields).length > 0) return undefined;
  const refused = status !== undefined && status < 500;
  return (refused ? reason : undefined) ?? 'Please try again in a moment.';
}
