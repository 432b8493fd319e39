import type { ReactNode } from 'react';
import { Bunting } from './bunting.tsx';
import { cx } from './cx.ts';
import { CircleAlert, CircleCheck, Info } from './icons.tsx';

interface BannerProps {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

export function Banner({ title, text, action, className }: BannerProps) {
  return (
    <section className={cx('surface-hall overflow-hidden rounded-card', className)}>
      <div className="flex justify-center overflow-hidden">
        <Bunting size="md" swags={8} />
      </div>
      <div className="flex flex-col gap-6 px-6 pt-4 pb-8 sm:px-10 sm:pb-10 md:flex-row md:items-center md:justify-between">
        <div className="max-w-2xl">
          <h2 className="text-3xl">{title}</h2>
          {text != null && <p className="mt-2 text-lg text-balance text-on-hall-muted">{text}</p>}
        </div>
        {action != null && <div className="flex shrink-0 flex-wrap gap-3">{action}</div>}
      </div>
    </section>
  );
}

export type NoticeTone = 'neutral' | 'accent' | 'danger' | 'good';

const tones: Record<NoticeTone, string> = {
  neutral: 'bg-sunken text-ink',
  accent: 'bg-accent-soft text-ink',
  danger: 'bg-danger-soft text-danger-ink',
  good: 'bg-good text-good-ink',
};

const icons = { neutral: Info, accent: Info, danger: CircleAlert, good: CircleCheck };

interface NoticeProps {
  tone?: NoticeTone | undefined;
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}

export function Notice({ tone = 'neutral', title, action, children, className }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card px-4 py-3.5 forced-colors:border',
        tones[tone],
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
        <div className="ml-8 shrink-0 [&>a]:inline-flex [&>a]:min-h-11 [&>a]:items-center">
          {action}
        </div>
      )}
    </div>
  );
}
