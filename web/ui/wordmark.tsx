import { cx } from './cx.ts';

interface WordmarkProps {
  name: string;
  className?: string | undefined;
}

export function HallMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('size-8 shrink-0', className)}>
      <path d="M3 14 16 3l13 11v15H3z" className="fill-primary" />
      <path d="M13 29v-6.5a3 3 0 0 1 6 0V29z" className="fill-paper" />
      <path d="M5.5 15.5h5L8 20z" className="fill-flag-1" />
      <path d="M13.5 15.5h5L16 20z" className="fill-flag-4" />
      <path d="M21.500 15.5h5L24 20z" className="fill-flag-1" />
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
