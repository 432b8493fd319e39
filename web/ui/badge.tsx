import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BadgeTone = 'neutral' | 'primary' | 'accent' | 'danger' | 'good';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink',
  primary: 'bg-primary-soft text-primary',
  accent: 'bg-accent-soft text-accent-ink',
  danger: 'bg-danger-soft text-danger-ink',
  good: 'bg-good text-good-ink',
};

interface BadgeProps {
  tone?: BadgeTone | undefined;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-card px-2.5 py-0.5 font-display text-sm font-semibold',
        'forced-colors:border [&>svg]:size-[1.1em] [&>svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}
