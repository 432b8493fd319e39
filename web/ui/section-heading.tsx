import type { ReactNode } from 'react';

interface SectionHeadingProps {
  title: ReactNode;
  action?: ReactNode;
  id?: string | undefined;
}

export function SectionHeading({ title, action, id }: SectionHeadingProps) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
      <h2 id={id} className="text-2xl sm:text-3xl">
        {title}
      </h2>
      {action}
    </div>
  );
}
