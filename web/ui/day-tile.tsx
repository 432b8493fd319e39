import { cx } from './cx.ts';

const sizeClasses = {
  sm: { tile: 'h-15 w-12', top: 'h-5 text-[0.6875rem]', day: 'text-xl', month: 'text-[0.6875rem]' },
  md: { tile: 'h-20 w-16', top: 'h-6 text-xs', day: 'text-3xl', month: 'text-xs' },
  lg: { tile: 'h-30 w-24', top: 'h-8 text-base', day: 'text-5xl', month: 'text-base' },
};

interface DayTileProps {
  weekday: string;
  day: string;
  month: string;
  size?: keyof typeof sizeClasses | undefined;
  past?: boolean | undefined;
  className?: string | undefined;
}

/** A date as a calendar leaf. Hidden from screen readers, as the date is beside it in words. */
export function DayTile({
  weekday,
  day,
  month,
  size = 'md',
  past = false,
  className,
}: DayTileProps) {
  const look = sizeClasses[size];
  return (
    <div
      aria-hidden="true"
      className={cx(
        'day-tile',
        past ? 'bg-sunken text-muted' : 'bg-leaf text-on-leaf',
        look.tile,
        className,
      )}
    >
      <span className={cx(look.top, past ? 'bg-muted text-paper' : 'bg-accent text-on-accent')}>
        {weekday}
      </span>
      <span>
        <span className={look.day}>{day}</span>
        <span className={look.month}>{month}</span>
      </span>
    </div>
  );
}
