import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { guideReaders, guides, type GuideReader } from '#contract/base/guides.ts';
import { pluralise } from '#contract/platform/counted.ts';
import { helpPath } from '#contract/platform/paths.ts';
import { mailtoLink } from '#contract/platform/links.ts';
import { FilterForm, SearchButton, TextFilter } from '#web/platform/lists/filters.tsx';
import { useSite } from '#web/platform/site.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { GuideList } from './guide-list.tsx';
import { findGuides } from './guide-texts.ts';

const readerTitles: Record<GuideReader, string> = {
  members: 'For members',
  organisers: 'For organisers',
  admins: 'For admins',
};

export default function HelpPage() {
  const q = new URLSearchParams(useSearch()).get('q')?.trim() ?? '';
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Help and guides"
        lead="Short guides that lead you through, one step at a time."
      />
      <FilterForm
        path={helpPath}
        filters={{ q: q || undefined }}
        className="mb-10 flex max-w-xl flex-wrap items-end gap-3 print:hidden"
      >
        {(filter) => (
          <>
            <div className="grow">
              <TextFilter
                label="Search the guides"
                placeholder="Waiting list, poster, cancel"
                {...filter('q')}
              />
            </div>
            <SearchButton className="max-sm:w-full" />
          </>
        )}
      </FilterForm>
      {q ? <FoundGuides search={q} /> : <AllGuides />}
    </>
  );
}

function FoundGuides({ search }: { search: string }) {
  const found = findGuides(search);
  if (found.length === 0) return <NothingFound search={search} />;
  return (
    <section aria-labelledby="found">
      <SectionHeading id="found" title={`${pluralise(found.length, 'guide')} about “${search}”`} />
      <GuideList found={found} />
      <p className="mt-8">
        <Link href={helpPath} className="link inline-flex min-h-11 items-center">
          All guides
        </Link>
      </p>
    </section>
  );
}

function NothingFound({ search }: { search: string }) {
  const { supportEmail } = useSite();
  return (
    <EmptyState
      title={`No guide about “${search}”`}
      hint="Try another word, or write to us. We’re glad to help."
      actions={
        <>
          <Link href={helpPath} className={buttonClass()}>
            All guides
          </Link>
          <a href={mailtoLink(supportEmail)} className={buttonClass({ variant: 'outline' })}>
            Write to us
          </a>
        </>
      }
    />
  );
}

const AllGuides = () => (
  <>
    {guideReaders.map((reader) => (
      <Section key={reader} id={reader} title={readerTitles[reader]}>
        <GuideList found={findGuides('').filter(({ name }) => guides[name].reader === reader)} />
      </Section>
    ))}
    <ForOperators />
  </>
);

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** Puts the title beside the guides where there is room. */
const Section = ({ id, title, children }: SectionProps) => (
  <section
    aria-labelledby={id}
    className="grid gap-x-12 gap-y-4 border-t border-line py-8 lg:grid-cols-[18rem_minmax(0,1fr)]"
  >
    <h2 id={id} className="text-2xl">
      {title}
    </h2>
    {children}
  </section>
);

/** The handbook is part of the source code, and its address is for each operator to know. */
const ForOperators = () => (
  <Section id="operators" title="For the person who runs the server">
    <p className="max-w-[68ch]">
      The software comes with a handbook, in its folder <FileName>docs</FileName>.{' '}
      <FileName>self-hosting.md</FileName> leads from an empty machine to a site with emails and
      backups, <FileName>settings.md</FileName> lists every setting, and{' '}
      <FileName>uk-duties.md</FileName> says what UK law asks of you.
    </p>
  </Section>
);

const FileName = ({ children }: { children: string }) => (
  <code className="rounded-card bg-sunken px-1 py-0.5 text-sm">{children}</code>
);
