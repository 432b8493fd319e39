import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import type { AuditEntry } from '../../../contract/audit.ts';
import { formatCommentDate } from '../../../contract/dates.ts';
import { systemActor } from '../../../contract/limits.ts';
import { paths } from '../../../contract/paths.ts';
import { filteredPath, SearchButton, useFilterForm } from '../../platform/lists/filters.tsx';
import { nextCursor } from '../../platform/data/queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Input, NativeSelect } from '../../ui/field.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Changes } from './audit-changes.tsx';
import { auditChoices, auditFilters, auditPages, type AuditFilters } from './audit-queries.ts';

export default function AuditPage() {
  const filters = auditFilters(new URLSearchParams(useSearch()));
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    auditPages(filters),
  );
  const cursor = nextCursor(data);
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Audit Log"
        lead="What admins have done, and what the site did by its settings. Nothing in it can be changed or taken away."
        back={{ href: paths.admin, label: 'Admin Panel' }}
      />
      <Filters filters={filters} />
      {isError ? (
        <EmptyState
          title="The log could not be read"
          hint="Please check the filters and try again."
        />
      ) : (
        <DataTable
          className="mt-8"
          caption="What was done, the latest first"
          columns={columns}
          rows={data?.pages.flatMap((page) => page.items)}
          rowKey={({ id }) => id}
          empty={<EmptyState as="p" title="Nothing found" hint="Try adjusting the filters." />}
        />
      )}
      {hasNextPage && (
        <LoadMore
          className="mt-8"
          href={filteredPath(paths.adminAudit, { ...filters, cursor })}
          label="Load older entries"
          busy={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
    </>
  );
}

function Who({ actor }: Pick<AuditEntry, 'actor'>) {
  if (actor.id === systemActor) return 'The site itself';
  if (!actor.name) return <span className="text-muted">A deleted account</span>;
  return (
    <span className="block min-w-0 md:min-w-40">
      {actor.name}
      <span className="block text-sm wrap-anywhere text-muted">
        {actor.email && <EmailText address={actor.email} />}
      </span>
    </span>
  );
}

const places: Record<string, (id: string) => string> = {
  group: (id) => `/groups/${id}`,
  event: (id) => `/events/${id}`,
  legal: (id) => `/${id}`,
  mail: (id) => `${paths.adminMail}/${id}`,
};

const capital = (words: string) => words.replace(/^./, (first) => first.toUpperCase());

const whole: Record<string, string> = {
  settings: 'The settings',
  donations: 'All donations',
};

/** 'Group 12'; an account by its name while there is one. */
const targetLabel = ({ type, id, name }: AuditEntry['target']) =>
  name ?? whole[type] ?? `${capital(type)} ${id.length > 12 ? `${id.slice(0, 8)}…` : id}`;

function Target({ target }: Pick<AuditEntry, 'target'>) {
  const place = places[target.type]?.(target.id);
  const label = targetLabel(target);
  return place ? (
    <Link href={place} className="link">
      {label}
    </Link>
  ) : (
    <span title={target.id}>{label}</span>
  );
}

/** 'group.approve_by_setting' as 'group: approve by setting'. */
export const actionLabel = (action: string) =>
  capital(action.replace('.', ': ').replaceAll('_', ' '));

const columns: Column<AuditEntry>[] = [
  { key: 'action', header: 'What', cell: ({ action }) => actionLabel(action) },
  { key: 'target', header: 'To', cell: (entry) => <Target target={entry.target} /> },
  { key: 'actor', header: 'Who', cell: (entry) => <Who actor={entry.actor} /> },
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
  const { draft, set, submit } = useFilterForm(paths.adminAudit, filters);
  const control = (name: keyof AuditFilters) => ({
    name,
    value: draft[name] ?? '',
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  const filtered = Object.keys(filters).length > 0;
  return (
    <form
      role="search"
      aria-label="Audit log"
      action={paths.adminAudit}
      onSubmit={submit}
      className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
    >
      <Choice label="Who" {...control('actor')}>
        {choices?.actors.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === systemActor ? 'The site itself' : (name ?? 'A deleted account')}
          </option>
        ))}
      </Choice>
      <Choice label="What" {...control('action')}>
        {choices?.actions.map((action) => (
          <option key={action} value={action}>
            {actionLabel(action)}
          </option>
        ))}
      </Choice>
      <Choice label="Kind" {...control('targetType')}>
        {choices?.targetTypes.map((type) => (
          <option key={type} value={type}>
            {capital(type)}
          </option>
        ))}
      </Choice>
      <Field label="Number or ID">{({ id }) => <Input id={id} {...control('targetId')} />}</Field>
      <Field label="From">{({ id }) => <Input id={id} type="date" {...control('from')} />}</Field>
      <Field label="To">{({ id }) => <Input id={id} type="date" {...control('to')} />}</Field>
      <p className="flex flex-wrap gap-3 sm:col-span-2 lg:col-span-3">
        <SearchButton className="max-sm:w-full" />
        {filtered && (
          <Link
            href={paths.adminAudit}
            className={cx(buttonClass({ variant: 'quiet' }), 'max-sm:w-full')}
          >
            Clear Filters
          </Link>
        )}
      </p>
    </form>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  children: React.ReactNode;
}

const Choice = ({ label, children, ...control }: ChoiceProps) => (
  <Field label={label}>
    {({ id }) => (
      <NativeSelect id={id} {...control}>
        <option value="">Any</option>
        {children}
      </NativeSelect>
    )}
  </Field>
);
