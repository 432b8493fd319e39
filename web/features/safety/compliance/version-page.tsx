import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { DocumentName, DocumentVersion } from '#contract/safety/compliance.ts';
import { isNotFound } from '#web/platform/data/queries.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { DocumentText, signedBy } from './document-text.tsx';
import { versionQuery } from './queries.ts';

export default function VersionPage() {
  const paper = usePageParam('paper') as DocumentName;
  const number = usePageParam('version');
  const { data: version, error, refetch } = useQuery(versionQuery(paper, number));
  if (isNotFound(error)) return <EmptyState as="h1" className="mt-10" title="Document not found" />;
  if (error) return <Unavailable as="h1" what="This document" onRetry={() => void refetch()} />;
  if (!version) return <Skeleton className="mt-10 h-96" />;
  return <Version version={version} />;
}

function Version({ version }: { version: DocumentVersion }) {
  const { paper, title, isLatest, markdown } = version;
  return (
    <article>
      <PageHeading
        className="mt-10 mb-6 print:mt-0 print:[&_a]:hidden"
        size="text-3xl sm:text-4xl"
        title={title}
        lead={signedBy(version)}
        back={{ href: adminPaths.paper(paper), label: 'Questions and versions' }}
        actions={<Actions version={version} />}
      />
      {!isLatest && (
        <Notice className="mb-6" title="There's a newer version">
          <Link href={adminPaths.paper(paper)} className="link print:hidden">
            See them all
          </Link>
        </Notice>
      )}
      <DocumentText text={markdown} />
    </article>
  );
}

const Actions = ({ version: { paper, version } }: { version: DocumentVersion }) => (
  <>
    <Button onClick={() => window.print()}>Print</Button>
    <a
      href={urlOf('GET /api/admin/papers/:paper/versions/:version/paper.md', {
        params: { paper, version },
      })}
      download
      className={buttonClass({ variant: 'outline' })}
    >
      Download as Markdown
    </a>
  </>
);
