import { Avatar, type AvatarProps } from './avatar.tsx';
import { cx } from './cx.ts';

interface AvatarRowProps {
  /** Undefined while loading; the row then shows blank avatars. */
  people: readonly Pick<AvatarProps, 'name' | 'imageUrl' | 'seed'>[] | undefined;
  total: number;
  max?: number | undefined;
  /** The row in words: "12 attendees". */
  label: string;
  className?: string | undefined;
}

export function AvatarRow({
  people: loadedPeople,
  total,
  max = 5,
  label,
  className,
}: AvatarRowProps) {
  const people = loadedPeople ?? Array.from({ length: Math.min(total, max) }, () => ({}));
  const rest = total - Math.min(people.length, max);
  return (
    <div role="img" aria-label={label} className={cx('flex items-center', className)}>
      {Array.from(people.slice(0, max), (person, index) => (
        <Avatar key={index} {...person} className="-mr-2.5 outline-2 outline-card" />
      ))}
      {rest > 0 && (
        <span className="ml-4 font-display font-semibold text-muted tabular-nums">+{rest}</span>
      )}
    </div>
  );
}
