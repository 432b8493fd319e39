import type { Group } from '#contract/community/groups.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { SentAs } from '#web/platform/forms/posted.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMute } from './use-mute.ts';

const key = 'PATCH /api/groups/:id/membership';

/** Mutes or unmutes the messages that organisers send to all members. */
export function MuteButton({ group }: { group: Group }) {
  const mute = useMute(group);
  const muted = group.membership?.muted ?? false;
  return (
    <form
      method="post"
      action={urlOf(key, { params: { id: group.id } })}
      className="grid max-sm:px-0!"
      onSubmit={(submission) => {
        submission.preventDefault();
        mute.mutate(!muted);
      }}
    >
      <SentAs keyOf={key} />
      <input type="hidden" name="muted" value={String(!muted)} />
      <Button type="submit" variant="quiet" busy={mute.isPending} busyLabel="Saving...">
        {muted ? 'Unmute' : 'Mute'}
      </Button>
    </form>
  );
}
