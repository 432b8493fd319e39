import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Accepted } from '#contract/events/messages.ts';
import { toast } from '#web/ui/toast.ts';
import { SecondsLeft, useSecondsLeft } from './seconds-left.tsx';
import { undoMessage } from './use-undo.ts';
import { people } from './words.ts';

/** For as long as a message can be taken back, on whatever page its author is. */
export function toastSending(client: QueryClient, accepted: Accepted, groupId: number): void {
  const { id, recipients, sendsAt, held } = accepted;
  if (id === null) return;
  if (held) {
    toast({
      title: 'Held for review',
      description:
        'It goes once an admin has looked at it, as with all repeated texts, and links, emails and phone numbers of new members.',
    });
    return;
  }
  const close = toast({
    title: `Your message goes to ${people(recipients)}`,
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
