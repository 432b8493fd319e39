import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BadgeTone = 'neutral' | 'primary' | 'accent' | 'danger' | 'good';

const toneClasses: Record<BadgeTone, string> = {
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
    <span className={cx('badge', toneClasses[tone], className)}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
