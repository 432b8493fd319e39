import type { Group } from '../../../contract/groups.ts';
import { Button } from '../../ui/button.tsx';
import { useMute } from './use-mute.ts';

/** For members: whether they get what organisers write to all of them. */
export function MuteButton({ group }: { group: Group }) {
  const mute = useMute(group);
  const muted = group.membership?.muted ?? false;
  return (
    <Button
      variant="quiet"
      busy={mute.isPending}
      busyLabel="Saving..."
      onClick={() => mute.mutate(!muted)}
    >
      {muted ? 'Unmute' : 'Mute'}
    </Button>
  );
}
