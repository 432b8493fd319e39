import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { formatDay } from '#contract/platform/dates.ts';
import { legalPages } from '#contract/platform/paths.ts';
import type { LegalPage } from '#contract/base/settings.ts';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Markdown, sectionsOf } from './markdown.tsx';
import { OnThisPage } from './on-this-page.tsx';
import { legalText, legalTitles } from './queries.ts';

/** Returns the page's name, which is also its path. */
const pageAt = (path: string) => path.replace(/\W/g, '') as LegalPage;

const rowClass = 'link inline-flex min-h-11 items-center';

const OtherPages = ({ page }: { page: LegalPage }) => (
  <nav aria-label="Legal pages">
    <h2 className="text-xl">Other legal pages</h2>
    <ul className="mt-2">
      {legalPages
        .filter((other) => other !== page)
        .map((other) => (
          <li key={other}>
            <Link href={`/${other}`} className={rowClass}>
              {legalTitles[other]}
            </Link>
          </li>
        ))}
    </ul>
  </nav>
);

export default function LegalTextPage() {
  const [path] = useLocation();
  const page = pageAt(path);
  const { data, isError, refetch } = useQuery(legalText(page));
  const sections = sectionsOf(data?.markdown ?? '');
  return (
    <article>
      <PageHeading
        className="mt-10 mb-8"
        title={legalTitles[page]}
        lead={data?.replacedAt ? `Last changed on ${formatDay(data.replacedAt)}.` : undefined}
      />
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,68ch)_1fr]">
          <Markdown text={data.markdown} />
          <div className="rounded-card bg-card p-5 max-lg:max-w-[68ch] lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto">
            {sections.length > 2 && <OnThisPage sections={sections} />}
            <OtherPages page={page} />
          </div>
        </div>
      )}
      {isError && <Unavailable what="This page" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-96 max-w-[68ch]" />}
    </article>
  );
}
