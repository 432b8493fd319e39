import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ArrowRight } from '#web/ui/icons.tsx';

export const ViewAll = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-11 items-center gap-1.5 font-display font-semibold text-primary hover:underline"
  >
    {children} <ArrowRight className="size-4" />
  </Link>
);
