import { Options } from '#web/ui/options.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { MailSummary } from '#contract/base/mail.ts';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import {
  FilterForm,
  SearchButton,
  SelectFilter,
  TextFilter,
} from '#web/platform/lists/filters.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { useKeptSentence } from './kept-note.ts';
import { mailFilters, mailPages, mailStates, type MailFilters } from './admin-queries.ts';
import { SenderCheck } from './sender-check.tsx';
import { rowLink, RecordTable } from '#web/platform/lists/admin-list.tsx';

export default function MailPage() {
  const filters = mailFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(mailPages(filters));
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Emails"
        lead={`Emails the site has written, and whether they were sent.${useKeptSentence()}`}
        back={{ href: paths.admin, label: 'Admin Panel' }}
      />
      <SenderCheck />
      <p className="mb-6">
        <Link href={adminPaths.suppressions} className="link inline-flex min-h-11 items-center">
          Addresses we can’t reach
        </Link>
      </p>
      <Filters filters={filters} />
      <RecordTable
        path={adminPaths.mail}
        what="This list"
        filters={{ ...filters }}
        list={list}
        caption="Emails, newest first"
        columns={columns}
        more="Load older emails"
        empty={<EmptyState as="p" title="No emails found" hint="Try adjusting the filters." />}
      />
    </>
  );
}

const columns: Column<MailSummary>[] = [
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ id, subject, kind }) => (
      <Link href={adminPaths.letter(id)} className={rowLink}>
        {subject ?? kind.replaceAll('_', ' ')}
      </Link>
    ),
  },
  {
    key: 'recipient',
    header: 'To',
    cell: ({ recipient }) => (
      <span className="block wrap-anywhere md:min-w-44 md:max-lg:text-sm">
        <EmailText address={recipient} />
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={mailStates[state].tone}>{mailStates[state].label}</Badge>,
  },
  {
    key: 'when',
    header: 'When',
    cell: ({ createdAt }) => (
      <span className="md:max-lg:text-sm">{formatCommentDate(createdAt)}</span>
    ),
  },
];

const Filters = ({ filters }: { filters: MailFilters }) => (
  <FilterForm
    path={adminPaths.mail}
    filters={{ ...filters }}
    label="Emails"
    className="grid items-end gap-4 sm:grid-cols-[1fr_14rem_auto]"
  >
    {(filter) => (
      <>
        <TextFilter label="Recipient or subject" {...filter('q')} />
        <SelectFilter label="State" {...filter('state')}>
          <option value="">Any</option>
          <Options of={Object.entries(mailStates).map(([state, { label }]) => [state, label])} />
        </SelectFilter>
        <SearchButton className="max-sm:w-full" />
      </>
    )}
  </FilterForm>
);
