import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export const ViewAll = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-11 items-center gap-1.5 font-display font-semibold text-primary hover:underline"
  >
    {children} <ArrowRight aria-hidden="true" className="size-4" />
  </Link>
);
