import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { legalPages } from '../../../contract/paths.ts';
import { formatDay } from '../../../contract/dates.ts';
import type { LegalPage } from '../../../contract/settings.ts';
import { legalText, legalTitles } from '../legal/queries.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

const LegalEditor = lazy(() => import('./settings-legal-editor.tsx'));

export function LegalPages() {
  const [editing, setEditing] = useState<LegalPage>();
  return (
    <>
      <ul aria-label="Legal pages" className="flex flex-col gap-3">
        {legalPages.map((page) => (
          <LegalItem key={page} page={page} onEdit={() => setEditing(page)} />
        ))}
      </ul>
      {editing && (
        <Suspense>
          <LegalEditor page={editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function LegalItem({ page, onEdit }: { page: LegalPage; onEdit: () => void }) {
  const { data } = useQuery(legalText(page));
  const title = legalTitles[page];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-card px-4 py-3.5 forced-colors:border">
      <div className="min-w-0">
        <p className="font-display font-semibold">{title}</p>
        <p className="text-sm text-muted">
          {data?.replacedAt
            ? `Replaced on ${formatDay(data.replacedAt)}`
            : 'The text that comes with the site'}
        </p>
      </div>
      <div className="flex gap-2">
        <Link
          href={`/${page}`}
          aria-label={`View ${title}`}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          View
        </Link>
        <Button aria-label={`Edit ${title}`} variant="quiet" size="sm" onClick={onEdit}>
          Edit
        </Button>
      </div>
    </li>
  );
}
