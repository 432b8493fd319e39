import { cx } from './cx.ts';
import { markShapes } from './mark-shapes.ts';

interface WordmarkProps {
  name: string;
  className?: string | undefined;
}

export function HallMark({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={cx('size-[min(2rem,10vw)] shrink-0', className)}
    >
      <path d={markShapes.hall} className="fill-mark" />
      <path d={markShapes.door} className="fill-mark-door" />
      <path d={markShapes.flag} className="fill-flag-1" />
      <path d={markShapes.middleFlag} className="fill-flag-4" />
    </svg>
  );
}

export function Wordmark({ name, className }: WordmarkProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 font-display text-[min(1.625rem,8.2vw)] font-extrabold tracking-tight',
        className,
      )}
    >
      <HallMark />
      {name}
    </span>
  );
}
