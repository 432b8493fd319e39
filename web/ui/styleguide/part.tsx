import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { SectionHeading } from '../section-heading.tsx';

interface PartProps {
  /** The anchor for links and tests. */
  id: string;
  title: string;
  children: ReactNode;
}

export function Part({ id, title, children }: PartProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-14 scroll-mt-4">
      <SectionHeading id={`${id}-title`} title={title} />
      <div className="flex flex-col gap-6">{children}</div>
    </section>
  );
}

export const Row = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('flex flex-wrap items-center gap-3', className)}>{children}</div>
);
