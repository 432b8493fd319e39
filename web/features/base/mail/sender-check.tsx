import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailSender, SenderRecord } from '#contract/base/mail.ts';
import { call } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';

/** Checks what mail servers think of the site: its domain's records, and refused addresses. */
export function SenderCheck() {
  const [isOpen, setOpen] = useState(false);
  const { data, isFetching, isError, refetch } = useQuery({
    ...query('GET /api/admin/mail-sender'),
    enabled: isOpen,
  });
  return (
    <section className="needs-script mb-8">
      <p className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          busy={isFetching}
          busyLabel="Checking..."
          onClick={() => (isOpen ? void refetch() : setOpen(true))}
        >
          Check the sender
        </Button>
        <TestEmail />
      </p>
      {isError && <Unavailable what="The sender" onRetry={() => void refetch()} />}
      {data && <Sender sender={data} />}
    </section>
  );
}

function TestEmail() {
  const test = useMutation({
    mutationFn: () => call('POST /api/admin/test-email'),
    done: 'The test is on its way to you',
    failed: 'No test was sent',
  });
  return (
    <Button
      variant="ghost"
      busy={test.isPending}
      busyLabel="Sending..."
      onClick={() => test.mutate()}
    >
      Send me a test email
    </Button>
  );
}

const Sender = ({ sender: { address, records, lastDay, suppressed } }: { sender: MailSender }) => (
  <div role="status" className="mt-5">
    <p>
      Emails come from <span className="font-semibold wrap-anywhere">{address}</span>.{' '}
      {refusalSentence(lastDay)} {suppressed === 1 ? '1 address is' : `${suppressed} addresses are`}{' '}
      not written to.
    </p>
    <DataTable
      className="mt-4"
      caption="What mail servers ask our domain for"
      columns={columns}
      rows={records}
      rowKey={({ name }) => name}
    />
  </div>
);

function refusalSentence({ emails, refused }: MailSender['lastDay']): string {
  const share = emails === 0 ? 0 : Math.round((refused / emails) * 1_000) / 10;
  return `In the last day ${refused} of ${emails} were refused for good (${share} %).`;
}

const stateBadges: Record<SenderRecord['state'], { label: string; tone: BadgeTone }> = {
  found: { label: 'Found', tone: 'good' },
  weak: { label: 'Could be better', tone: 'accent' },
  missing: { label: 'Missing', tone: 'danger' },
  unknown: { label: 'Unknown', tone: 'neutral' },
};

const columns: Column<SenderRecord>[] = [
  { key: 'name', header: 'Record', cell: ({ name }) => name },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>,
  },
  {
    key: 'text',
    header: 'What it says',
    cell: ({ record, advice }) => (
      <span className="block wrap-anywhere">
        {record && <code className="block">{record}</code>}
        {advice}
      </span>
    ),
  },
];
