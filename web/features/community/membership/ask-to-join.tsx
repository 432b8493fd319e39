import { useRef, useState, type FormEvent } from 'react';
import type { Group } from '#contract/community/groups.ts';
import { failureOf, urlOf } from '#web/platform/data/api.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { useFocusFallback } from './join-button.tsx';
import { useInvitation, useJoin } from './use-membership.ts';

interface AskToJoinProps {
  group: Group;
  onJoined: () => void;
}

/** Asks to join a group that has a question. */
export default function AskToJoin({ group, onJoined }: AskToJoinProps) {
  const join = useJoin(group, { onJoined });
  const action = urlOf('POST /api/groups/:id/members', {
    params: { id: group.id },
    query: useInvitation(),
  });
  const { typed, wrong } = usePosted(`POST ${action}`);
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  const [answer, setAnswer] = useState(typed.answer ?? '');
  const send = (submission: FormEvent) => {
    submission.preventDefault();
    join.mutate({ answer });
  };
  return (
    <form
      method="post"
      action={action}
      onSubmit={send}
      className="col-span-full flex w-full flex-col items-start gap-3 rounded-card bg-sunken px-4 py-4"
    >
      <TextareaField
        label={<span dir="auto">{group.joinQuestion}</span>}
        optional
        hint="Up to 300 characters. Only the organisers and our admins see your answer."
        error={failureOf(join.error).fields?.answer ?? wrong.answer}
        className="w-full wrap-anywhere"
        name="answer"
        rows={2}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <Button
        ref={button}
        type="submit"
        busy={join.isPending}
        busyLabel="Sending..."
        aria-label={join.isPending ? undefined : `Ask to join: ${group.name}`}
      >
        Ask to join
      </Button>
    </form>
  );
}
