import { useRef, useState } from 'react';
import type { Group } from '#contract/community/groups.ts';
import type { MembersFileCount } from '#contract/community/invitation-link.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { FileInput } from '#web/ui/file-input.tsx';
import { Button } from '#web/ui/button.tsx';
import { useStored } from '#web/ui/use-stored.ts';
import { decodeText } from '#contract/platform/decode-text.ts';

interface Elsewhere {
  /** How many members the file has; null before one is chosen. */
  members: number | null;
  setMembers: (members: number) => void;
}

/** The number of members that a group has elsewhere; the browser remembers it. */
export function useMembersElsewhere(groupId: number): Elsewhere {
  const [stored, store] = useStored(`members-elsewhere:${groupId}`);
  return {
    members: stored === null ? null : Number(stored),
    setMembers: (members) => store(String(members)),
  };
}

/** Counts the people in a member list from Meetup. Their names are not kept. */
export function MembersElsewhere({ group, elsewhere }: { group: Group; elsewhere: Elsewhere }) {
  const picker = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState<MembersFileCount>();
  const counting = useMutation({
    mutationFn: async (file: File) =>
      call('POST /api/groups/:id/members-file', {
        params: { id: group.id },
        body: { text: decodeText(await file.arrayBuffer()) },
      }),
    onSuccess: (answer) => {
      setCount(answer);
      elsewhere.setMembers(answer.members);
    },
    onError: (error) => toastFailure('We couldn’t count this file', error, 'Please try again.'),
  });
  return (
    <div className="needs-script">
      <p>
        On Meetup, open your group’s members and download the list. We count its lines, so you can
        see how many have followed you here. We keep no names.
      </p>
      <FileInput
        picker={picker}
        label="Member list from Meetup"
        accept=".xls,.tsv,.txt,text/tab-separated-values,text/plain"
        onFile={(file) => counting.mutate(file)}
      />
      <p className="mt-3">
        <Button
          variant="outline"
          busy={counting.isPending}
          busyLabel="Counting..."
          onClick={() => picker.current?.click()}
        >
          Choose the member list
        </Button>
      </p>
      <p role="status" className="mt-3 font-semibold empty:hidden">
        {count ? countText(count) : elsewhere.members !== null && `${elsewhere.members} members`}
      </p>
    </div>
  );
}

const countText = ({ members, attended }: MembersFileCount) =>
  attended > 0
    ? `${members} members. ${attended} of them have been to an event.`
    : `${members} members`;
