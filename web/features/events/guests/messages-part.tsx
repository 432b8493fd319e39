import { guestMessagesWords } from '#contract/events/form-words.ts';
import { call } from '#web/platform/data/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { GuestForm } from './guest-form.tsx';
import type { GuestProps } from './guest-parts.ts';
import { useGuestChange } from './use-guest-change.ts';

const messagesKey = 'POST /api/guest-rsvps/messages';

/** Turns the organisers' messages about the event on or off. */
export function MessagesPart({ token, rsvp: { messages } }: GuestProps) {
  const change = useGuestChange({
    token,
    send: () => call(messagesKey, { body: { token, on: !messages } }),
    failed: guestMessagesWords.failed,
    onDone: (now) =>
      toast({
        ...guestMessagesWords.done(now),
        description: now.messages
          ? 'We’ll email you what the organisers write about this event.'
          : 'We’ll still tell you if the event changes or is called off.',
        tone: 'good',
      }),
  });
  return (
    <section aria-labelledby="messages" className="mt-8 border-t border-line pt-6">
      <h2 id="messages" className="text-xl">
        Messages about this event
      </h2>
      <p className="mt-1 text-muted">
        {messages
          ? 'The organisers can email you about this event.'
          : 'You don’t get the organisers’ messages. We’ll still tell you if the event changes or is called off.'}
      </p>
      <GuestForm keyOf={messagesKey} token={token} className="mt-3" onSend={() => change.mutate()}>
        <input type="hidden" name="on" value={String(!messages)} />
        <Button
          type="submit"
          variant="outline"
          size="sm"
          busy={change.isPending}
          busyLabel="Saving..."
        >
          {messages ? 'Turn messages off' : 'Turn messages on'}
        </Button>
      </GuestForm>
    </section>
  );
}
