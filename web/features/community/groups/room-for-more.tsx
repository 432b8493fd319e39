import { paths } from '#contract/platform/paths.ts';
import { Bunting } from '#web/ui/bunting.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cx } from '#web/ui/cx.ts';

const spanClasses = { 1: '', 2: 'lg:col-span-2', 3: 'lg:col-span-3' } as const;

interface RoomForMoreProps {
  /** The number of groups in the grid. */
  count: number;
  /** The number of columns on a wide screen. */
  columns: 3 | 4;
}

/** Fills the gap in the last row of cards with a link to find another group. */
export function RoomForMore({ count, columns }: RoomForMoreProps) {
  const room = columns - (count % columns);
  if (room === columns) return null;
  return (
    <li
      className={cx(
        'place-content-center justify-items-center gap-4 rounded-card border-2 border-dashed border-line p-8 text-center',
        count % 2 === 1 ? 'hidden sm:grid' : 'hidden lg:grid',
        spanClasses[room as keyof typeof spanClasses],
      )}
    >
      <Bunting size="sm" swags={1} />
      <p className="font-display text-xl font-bold text-balance">Room for one more</p>
      <ButtonLink href={paths.groups} variant="outline" label="Find another group" />
    </li>
  );
}
