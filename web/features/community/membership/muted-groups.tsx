import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { myGroups } from '#web/features/community/groups/queries.ts';
import { useMute } from './use-mute.ts';
import { Button } from '#web/ui/button.tsx';

/** Lists the groups that the member has muted; nothing if there are none. */
export function MutedGroups() {
  const { data: groups } = useQuery(myGroups());
  const muted = groups?.filter(({ membership }) => membership?.muted) ?? [];
  if (muted.length === 0) return null;
  return (
    <div className="mt-8">
      <h4 className="font-display text-base font-semibold">Muted groups</h4>
      <p className="text-sm text-muted">You won't get messages from these groups.</p>
      <ul className="mt-3 flex flex-col gap-2">
        {muted.map((group) => (
          <li key={group.id}>
            <Muted group={group} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Muted({ group }: { group: Group }) {
  const mute = useMute(group);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <Link href={paths.group(group.id)} className="min-w-0 wrap-anywhere">
        <bdi>{group.name}</bdi>
      </Link>
      <Button
        variant="outline"
        size="sm"
        busy={mute.isPending}
        busyLabel="Saving..."
        aria-label={mute.isPending ? undefined : `Unmute ${group.name}`}
        onClick={() => mute.mutate(false)}
      >
        Unmute
      </Button>
    </div>
  );
}
