import type { ReactNode } from 'react';
import { Bunting } from './bunting.tsx';

interface BannerProps {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}

export function Banner({ title, text, action }: BannerProps) {
  return (
    <section className="surface-hall overflow-hidden rounded-card">
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
