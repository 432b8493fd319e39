import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { CircleAlert, CircleCheck, Info } from './icons.tsx';

export type NoticeTone = 'neutral' | 'accent' | 'danger' | 'good';

const toneClasses: Record<NoticeTone, string> = {
  neutral: 'bg-sunken text-ink',
  accent: 'bg-accent-soft text-ink',
  danger: 'bg-danger-soft text-danger-ink',
  good: 'bg-good text-good-ink',
};

const toneIcons = { neutral: Info, accent: Info, danger: CircleAlert, good: CircleCheck };

interface NoticeProps {
  tone?: NoticeTone | undefined;
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}

export function Notice({ tone = 'neutral', title, action, children, className }: NoticeProps) {
  const Icon = toneIcons[tone];
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card px-4 py-3.5 forced-colors:border',
        toneClasses[tone],
        className,
      )}
    >
      <div className="flex min-w-0 gap-3">
        <Icon className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          {title != null && <p className="font-display font-semibold">{title}</p>}
          {children}
        </div>
      </div>
      {action != null && (
        <div className="ml-8 [&>a]:inline-flex [&>a]:min-h-11 [&>a]:items-center">{action}</div>
      )}
    </div>
  );
}
