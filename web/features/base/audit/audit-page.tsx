import { Options } from '#web/ui/options.tsx';
import { capitalise } from '#contract/platform/counted.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import type { AuditEntry } from '#contract/base/audit.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import {
  FilterForm,
  type FilterProps,
  SearchButton,
  SelectFilter,
  TextFilter,
} from '#web/platform/lists/filters.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RecordTable } from '#web/platform/lists/admin-list.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { actionLabel } from './action-label.ts';
import { actorName, AuditSentence } from './audit-sentence.tsx';
import { changeInWords, fieldWords } from './change-words.ts';
import { auditChoices, auditFilters, auditPages, type AuditFilters } from './audit-queries.ts';

export default function AuditPage() {
  const filters = auditFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(auditPages(filters));
  const isFiltered = Object.values({ ...filters, cursor: undefined }).some(Boolean);
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Audit log"
        lead="What admins have done, and what the site did automatically. Nobody can change or remove an entry."
        back={{ href: paths.admin, label: 'Admin Panel' }}
      />
      <Filters filters={filters} />
      <RecordTable
        path={adminPaths.audit}
        what="The log"
        filters={{ ...filters }}
        list={list}
        caption="What happened, newest first"
        columns={columns}
        more="Load older entries"
        empty={<Nothing isFiltered={isFiltered} />}
      />
    </>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState as="p" title="Nothing found" hint="Try adjusting the filters." />
  ) : (
    <EmptyState as="p" title="Nothing here yet" hint="You'll see everything that admins do here." />
  );

const WhatHappened = ({ entry }: { entry: AuditEntry }) => (
  <span className="block min-w-0 md:min-w-56">
    <AuditSentence entry={entry} />
    {entry.actor.email && (
      <span className="block text-sm wrap-anywhere text-muted">
        <EmailText address={entry.actor.email} />
      </span>
    )}
  </span>
);

const columns: Column<AuditEntry>[] = [
  {
    key: 'action',
    header: 'What happened',
    wide: true,
    cell: (entry) => <WhatHappened entry={entry} />,
  },
  {
    key: 'changes',
    header: 'Before and after',
    wide: true,
    cell: ({ before, after }) => <Changes before={before} after={after} />,
  },
  {
    key: 'when',
    header: 'When',
    cell: ({ createdAt }) => <span className="md:text-sm">{formatCommentDate(createdAt)}</span>,
  },
];

function Filters({ filters }: { filters: AuditFilters }) {
  const { data: choices } = useQuery(auditChoices());
  const filtered = Object.keys(filters).length > 0;
  return (
    <FilterForm
      path={adminPaths.audit}
      filters={filters}
      label="Audit log"
      className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
    >
      {(filter) => (
        <>
          <Choice
            label="Who"
            {...filter('actor')}
            of={choices?.actors.map((actor) => [actor.id, actorName(actor)])}
          />
          <Choice
            label="What"
            {...filter('action')}
            of={choices?.actions.map((action) => [action, actionLabel(action)])}
          />
          <Choice
            label="Kind"
            {...filter('targetType')}
            of={choices?.targetTypes.map((type) => [type, capitalise(type)])}
          />
          <TextFilter label="Number or ID" type="text" {...filter('targetId')} />
          <TextFilter label="From" type="date" {...filter('from')} />
          <TextFilter label="To" type="date" {...filter('to')} />
          <p className="flex flex-wrap gap-3 sm:col-span-2 lg:col-span-3">
            <SearchButton className="max-sm:w-full" />
            {filtered && (
              <Link
                href={adminPaths.audit}
                className={cx(buttonClass({ variant: 'quiet' }), 'max-sm:w-full')}
              >
                Clear Filters
              </Link>
            )}
          </p>
        </>
      )}
    </FilterForm>
  );
}

const noOptions: NonNullable<ChoiceProps['of']> = [];

interface ChoiceProps extends FilterProps {
  label: string;
  of: [value: string, label: string][] | undefined;
}

const Choice = ({ of = noOptions, ...filter }: ChoiceProps) => (
  <SelectFilter {...filter}>
    <option value="">Any</option>
    <Options of={of} />
  </SelectFilter>
);

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maxLength = 160;
const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function formatValue(value: unknown): string {
  if (!hasValue(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && isoTime.test(value)) return formatCommentDate(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Says what has changed, in words where there are any, else by each value before and after. */
function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  if (names.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="flex flex-col gap-1 text-sm md:min-w-36">
      {names.map((name) => {
        const words = changeInWords(name, old, now);
        if (words === '') return null;
        return (
          <li key={name} className="wrap-anywhere">
            {words ?? <Values name={name} old={old} now={now} />}
          </li>
        );
      })}
    </ul>
  );
}

const Values = ({ name, old, now }: { name: string; old: Fields; now: Fields }) => (
  <>
    <span className="text-muted">{fieldWords(name)}: </span>
    {hasValue(old[name]) && <del className="decoration-danger-ink">{formatValue(old[name])}</del>}
    {hasValue(old[name]) && name in now && ' → '}
    {name in now && <ins className="font-semibold no-underline">{formatValue(now[name])}</ins>}
  </>
);
