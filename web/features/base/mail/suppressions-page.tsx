import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { liftedSuppression } from '#contract/base/form-words.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { Suppression } from '#contract/base/mail.ts';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { FilterForm, SearchButton, TextFilter } from '#web/platform/lists/filters.tsx';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RecordTable } from '#web/platform/lists/admin-list.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { mailFilters, suppressionPages } from './admin-queries.ts';

/** Lists the addresses that mail servers refused for good. */
export default function SuppressionsPage() {
  const filters = mailFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(suppressionPages(filters));
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Addresses we can't reach"
        lead="A mail server refused these for good. They get only emails that their owner asks for, such as a link to choose a password."
        back={{ href: adminPaths.mail, label: 'Emails' }}
      />
      <FilterForm
        path={adminPaths.suppressions}
        filters={{ ...filters }}
        label="Addresses"
        className="grid items-end gap-4 sm:grid-cols-[1fr_auto]"
      >
        {(filter) => (
          <>
            <TextFilter label="Address" {...filter('q')} />
            <SearchButton className="max-sm:w-full" />
          </>
        )}
      </FilterForm>
      <RecordTable
        path={adminPaths.suppressions}
        what="This list"
        filters={{ ...filters }}
        list={list}
        caption="Addresses, newest first"
        columns={columns}
        more="Load older addresses"
        empty={
          <EmptyState
            as="p"
            title="No addresses found"
            hint="Every address that we wrote to exists."
          />
        }
      />
    </>
  );
}

const columns: Column<Suppression>[] = [
  {
    key: 'address',
    header: 'Address',
    cell: ({ address }) => (
      <span className="block wrap-anywhere">
        <EmailText address={address} />
      </span>
    ),
  },
  { key: 'reason', header: 'The mail server said', cell: ({ reason }) => reason },
  {
    key: 'when',
    header: 'When',
    cell: ({ createdAt }) => formatCommentDate(createdAt),
  },
  {
    key: 'again',
    header: 'Emails',
    cell: (suppression) => <SendAgain suppression={suppression} />,
  },
];

const callKey = 'DELETE /api/admin/suppressions/:id';

function SendAgain({ suppression: { id, address } }: { suppression: Suppression }) {
  const lift = useMutation({
    mutationFn: () => call(callKey, { params: { id } }),
    done: liftedSuppression,
    failed: 'Nothing changed',
    reload: ['/api/admin/suppressions', '/api/admin/audit'],
  });
  return (
    <CallForm call={callKey} params={{ id }} onSend={() => lift.mutate()}>
      <Button
        type="submit"
        variant="outline"
        size="sm"
        busy={lift.isPending}
        busyLabel="Saving..."
        aria-label={lift.isPending ? undefined : `Send again: ${address}`}
      >
        Send again
      </Button>
    </CallForm>
  );
}
