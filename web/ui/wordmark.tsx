import { cx } from './cx.ts';

interface WordmarkProps {
  name: string;
  className?: string | undefined;
}

export function HallMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('size-8 shrink-0', className)}>
      <path d="M16 2.5 30 14.4l-2 2.4-1.5-1.3V29.5h-21V15.5L4 16.8l-2-2.4Z" className="fill-mark" />
      <path d="M12.5 29.5v-4.7a3.5 3.5 0 0 1 7 0v4.7Z" className="fill-mark-door" />
      <path d="M6.5 12.5h6L10 18.5Z M19.5 12.5h6L22 18.5Z" className="fill-flag-1" />
      <path d="M13 13.5h6L16 19.7Z" className="fill-flag-4" />
    </svg>
  );
}

export function Wordmark({ name, className }: WordmarkProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 font-display text-2xl font-extrabold tracking-tight',
        className,
      )}
    >
      <HallMark />
      {name}
    </span>
  );
}
