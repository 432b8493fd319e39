import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { legalPages } from '#contract/platform/paths.ts';
import { formatDay } from '#contract/platform/dates.ts';
import type { LegalPage } from '#contract/base/settings.ts';
import { legalText, legalTitles } from '#web/features/base/legal/queries.ts';
import { buttonClass } from '#web/ui/button.tsx';

export const LegalPages = () => (
  <ul aria-label="Legal pages" className="flex flex-col gap-3">
    {legalPages.map((page) => (
      <LegalItem key={page} page={page} />
    ))}
  </ul>
);

const small = buttonClass({ variant: 'quiet', size: 'sm' });

function LegalItem({ page }: { page: LegalPage }) {
  const { data } = useQuery(legalText(page));
  const title = legalTitles[page];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-card px-4 py-3.5 forced-colors:border">
      <div className="min-w-0">
        <p className="font-display font-semibold">{title}</p>
        <p className="text-sm text-muted">
          {data?.replacedAt ? `Replaced on ${formatDay(data.replacedAt)}` : 'Standard text'}
        </p>
      </div>
      <div className="flex gap-2">
        <Link href={`/${page}`} aria-label={`View ${title}`} className={small}>
          View
        </Link>
        <Link href={adminPaths.legal(page)} aria-label={`Edit ${title}`} className={small}>
          Edit
        </Link>
      </div>
    </li>
  );
}
