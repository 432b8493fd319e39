import type { ReactNode } from 'react';

/** Lays out a form with a panel beside it on wide screens. */
export function FormWithAside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-10 gap-y-12 md:max-lg:has-[>.surface-hall]:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,36rem)_1fr] lg:gap-x-16">
      <div className="max-w-xl min-w-0">{children}</div>
      {aside}
    </div>
  );
}

/** A preview panel that stays in view while the form scrolls. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <aside aria-label="Preview" className="hidden lg:sticky lg:top-6 lg:block">
      <p className="mb-2 font-semibold text-muted">Preview</p>
      {children}
    </aside>
  );
}
