import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { AcceptedMessage } from '#contract/events/messages.ts';
import { toast } from '#web/ui/toast.ts';
import { SecondsLeft, useSecondsLeft } from './seconds-left.tsx';
import { undoMessage } from './use-undo.ts';
import { people } from './words.ts';

/** Shows a toast with Undo on every page for as long as the message can be undone. */
export function toastSending(
  client: QueryClient,
  accepted: AcceptedMessage,
  groupId: number,
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
    title: `Your message is going to ${people(recipients)}`,
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
