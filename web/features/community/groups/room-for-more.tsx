import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { Bunting } from '#web/ui/bunting.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';

const spans = { 1: '', 2: 'lg:col-span-2', 3: 'lg:col-span-3' } as const;

interface RoomForMoreProps {
  /** How many groups the grid holds. */
  taken: number;
  /** How many stand in a row of it on a wide screen. */
  columns: 3 | 4;
}

/** Where the last row of cards is wider than the member's groups, the way to another one. */
export function RoomForMore({ taken, columns }: RoomForMoreProps) {
  const room = columns - (taken % columns);
  if (room === columns) return null;
  return (
    <li
      className={cx(
        'place-content-center justify-items-center gap-4 rounded-card border-2 border-dashed border-line p-8 text-center',
        taken % 2 === 1 ? 'hidden sm:grid' : 'hidden lg:grid',
        spans[room as keyof typeof spans],
      )}
    >
      <Bunting size="sm" swags={1} />
      <p className="font-display text-xl font-bold text-balance">Room for one more</p>
      <Link href={paths.groups} className={buttonClass({ variant: 'outline' })}>
        Find another group
      </Link>
    </li>
  );
}
