import { cx } from './cx.ts';

interface CountBadgeProps {
  count: number;
  /** The count in words, for screen readers: '3 requests to join'. */
  words: string;
  className?: string | undefined;
}

/** Counts from here on show as '99+'. */
const highestCount = 100;

/** Shows a count of waiting items on a link; nothing for zero. */
export function CountBadge({ count, words, className }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'inline-grid h-5.5 min-w-5.5 shrink-0 align-text-bottom place-items-center rounded-full bg-accent px-1.5 font-display text-sm leading-none font-bold text-on-accent tabular-nums forced-colors:border',
        className,
      )}
    >
      <span aria-hidden="true">{count < highestCount ? count : '99+'}</span>
      <span className="sr-only"> {words}</span>
    </span>
  );
}
