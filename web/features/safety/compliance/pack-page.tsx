import { useQuery } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import type { DocumentName, DocumentOutline } from '#contract/safety/compliance.ts';
import { useSite } from '#web/platform/site.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { DocumentText, signedBy } from './document-text.tsx';
import { documentsQuery, versionQuery } from './queries.ts';

/** Shows the latest version of every document, for printing. */
export default function PackPage() {
  const { name } = useSite();
  const { data: papers, isError, refetch } = useQuery(documentsQuery());
  if (isError) return <Unavailable as="h1" what="The pack" onRetry={() => void refetch()} />;
  const missing = (papers ?? []).filter(({ latest }) => !latest);
  return (
    <>
      <PageHeading
        className="mt-10 mb-6 print:mt-0 print:[&_a]:hidden"
        size="text-3xl sm:text-4xl"
        title="The operator’s pack"
        lead={`The compliance documents of ${name}, in their latest versions.`}
        back={{ href: paths.adminTab('safety'), label: 'Safety' }}
        actions={<Button onClick={() => window.print()}>Print</Button>}
      />
      {missing.length > 0 && <Missing papers={missing} />}
      {papers ? (
        papers.map(
          ({ paper, latest }) =>
            latest && <PackDocument key={paper} paper={paper} version={latest.version} />,
        )
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  );
}

const Missing = ({ papers }: { papers: readonly DocumentOutline[] }) => (
  <Notice className="mb-8" title="Not begun, so not included">
    {papers.map(({ title }) => title).join(', ')}
  </Notice>
);

function PackDocument({ paper, version }: { paper: DocumentName; version: number }) {
  const { data } = useQuery(versionQuery(paper, version));
  if (!data) return <Skeleton className="my-10 h-96" />;
  const heading = `pack-${paper}`;
  return (
    <article
      aria-labelledby={heading}
      className="border-t-2 border-edge py-10 print:break-before-page print:border-0 print:py-0"
    >
      <h2 id={heading} className="text-3xl font-extrabold">
        {data.title}
      </h2>
      <p className="mt-2 mb-6 text-muted">{signedBy(data)}</p>
      <DocumentText text={withLowerHeadings(data.markdown)} prefix={paper} />
    </article>
  );
}

/** Lowers headings by a level, because the document's title is a heading here. */
const withLowerHeadings = (markdown: string) => markdown.replace(/^##/gm, '###');
