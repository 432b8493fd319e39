import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { adminPaths } from '../../../contract/admin-paths.ts';
import { paths } from '../../../contract/paths.ts';
import type { Paper, PaperName } from '../../../contract/papers.ts';
import { isNotFound } from '../../platform/data/queries.ts';
import { usePageParam } from '../../platform/router/params.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Unavailable } from '../../ui/unavailable.tsx';
import { PaperChanges } from './paper-changes.tsx';
import { PaperForm } from './paper-form.tsx';
import { PaperText } from './paper-text.tsx';
import { PaperVersions } from './paper-versions.tsx';
import { paperQuery, states } from './queries.ts';

export default function PaperPage() {
  const name = usePageParam('paper') as PaperName;
  const { data: paper, error, refetch } = useQuery(paperQuery(name));
  if (isNotFound(error)) return <EmptyState as="h1" className="mt-10" title="Paper not found" />;
  if (error) return <Unavailable as="h1" what="This paper" onRetry={() => void refetch()} />;
  if (!paper) return <Skeleton className="mt-10 h-96" />;
  return <Shown key={name} paper={paper} />;
}

function Shown({ paper }: { paper: Paper }) {
  const { title, about, state, latest, draft } = paper;
  const { label, tone } = states[state];
  return (
    <>
      <PageHeading
        className="mt-10 mb-4"
        size="text-3xl sm:text-4xl"
        title={title}
        lead={about}
        back={{ href: paths.adminTab('safety'), label: 'Safety' }}
        actions={
          latest && (
            <Link
              href={adminPaths.paperVersion(paper.paper, latest.version)}
              className={buttonClass({ variant: 'outline' })}
            >
              Read Version {latest.version}
            </Link>
          )
        }
      />
      <p className="mb-6">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <PaperChanges paper={paper} />
      <details className="mb-8 rounded-card bg-card px-4 py-3 forced-colors:border">
        <summary className="min-h-11 cursor-pointer content-center font-display font-semibold">
          What the paper says so far
        </summary>
        <div className="mt-3 border-t border-line pt-2">
          <PaperText text={draft} />
        </div>
      </details>
      <h2 className="mb-6 text-2xl">What only you know</h2>
      <PaperForm paper={paper} />
      {latest && <PaperVersions paper={paper.paper} />}
    </>
  );
}
