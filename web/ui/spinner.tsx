import { cx } from './cx.ts';

interface SpinnerProps {
  className?: string | undefined;
}

/** A decorative spinner; the text beside it says what is loading. */
export function Spinner({ className }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('size-[1.1em] shrink-0 animate-spin', className)}
    >
      <circle cx="10" cy="10" r="7.5" opacity="0.25" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
    </svg>
  );
}
