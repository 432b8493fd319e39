import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { paths, twoStepPath } from '../../../contract/paths.ts';
import { failureOf } from '../../platform/data/api.ts';
import { TakenOver } from '../../platform/router/lazy-part.tsx';
import { Notice } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { deskPages } from './desk-pages.ts';
import { Summary } from './summary.tsx';
import { summaryQuery, tabComponent, tabIn, tabNames, tabs, type TabName } from './tabs.ts';

export default function AdminPage() {
  const tab = tabIn(new URLSearchParams(useSearch()));
  const [, navigate] = useLocation();
  const { code, reason } = failureOf(useQuery(summaryQuery()).error);
  if (code === 'forbidden') return <KeptOut reason={reason} />;
  return (
    <>
      <PageHeading className="mt-10 mb-6" title="Admin Panel" actions={<DeskLinks />} />
      <Summary />
      <Tabs<TabName>
        className="mt-8"
        label="Admin panel"
        value={tab}
        onValueChange={(name) => navigate(paths.adminTab(name))}
        items={tabNames.map((value) => ({
          value,
          label: tabs[value].label,
          content: (
            <Suspense fallback={<Waiting />}>
              {tabElement(value)}
              <TakenOver />
            </Suspense>
          ),
        }))}
      />
    </>
  );
}

/** On a phone all of them stand in one row. */
const small = buttonClass({ variant: 'quiet', size: 'sm' });

/** Whoever is an admin and not let in lacks what this site asks of its admins. */
const KeptOut = ({ reason }: { reason: string | undefined }) => (
  <>
    <PageHeading className="mt-10 mb-6" title="Admin Panel" />
    <Notice
      tone="accent"
      title="One more step"
      action={
        // A page of its own accord goes to its top: the browser's way leads to the section.
        <a href={twoStepPath} className={buttonClass()}>
          Go to Settings
        </a>
      }
    >
      {reason}.
    </Notice>
  </>
);

const DeskLinks = () =>
  deskPages.map(({ href, label }) => (
    <Link key={href} href={href} className={cx(small, 'sm:min-h-11 sm:px-5 sm:text-base')}>
      {label}
    </Link>
  ));

function tabElement(name: TabName) {
  const Content = tabComponent(name);
  return <Content />;
}

const Waiting = () => (
  <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
    <Spinner /> Loading...
  </p>
);
