import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AddressTable } from '#contract/community/address-table.ts';
import type { EmailInvitations } from '#contract/community/email-invitations.ts';
import type { Group } from '#contract/community/groups.ts';
import { decodeText } from '#contract/platform/decode-text.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { Field, NativeSelect } from '#web/ui/field.tsx';
import { FileInput } from '#web/ui/file-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { emailInvitationsQuery } from './moving-pages.ts';
import { Options } from '#web/ui/options.tsx';

/** Invites people whose addresses the organisers have from elsewhere. */
export function InviteByEmail({ group }: { group: Group }) {
  const [table, setTable] = useState<AddressTable>();
  const { data: invitations } = useQuery(emailInvitationsQuery(group.id));
  const picker = useRef<HTMLInputElement>(null);
  const choose = async (file: File) => {
    // The reader of tables loads once it is needed.
    const { readAddressTable } = await import('#contract/community/address-table.ts');
    setTable(readAddressTable(decodeText(await file.arrayBuffer())));
  };
  return (
    <div className="needs-script mt-8">
      <h3 className="mb-2 text-xl">Or invite them by email</h3>
      <p>
        If you have their addresses, we write to each person once. Anybody can say that they want no
        invitations. We delete the addresses after 30 days.
      </p>
      <FileInput
        picker={picker}
        label="List of addresses"
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(file) => void choose(file)}
      />
      <p className="mt-3">
        <Button variant="outline" onClick={() => picker.current?.click()}>
          Choose a list of addresses
        </Button>
      </p>
      {table && <List groupId={group.id} table={table} onSent={() => setTable(undefined)} />}
      {invitations && <Outcome groupId={group.id} invitations={invitations} />}
    </div>
  );
}

interface ListProps {
  groupId: number;
  table: AddressTable;
  onSent: () => void;
}

/** Confirms the column with the addresses, and that these people asked for it. */
function List({ groupId, table, onSent }: ListProps) {
  const [column, setColumn] = useState(Math.max(table.guessed, 0));
  const [consent, setConsent] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { cells = [], empty = [] } = table.columns[column] ?? {};
  const emails = cells.map(({ text }) => text);
  const invite = useInvite(groupId, empty.length, onSent);
  return (
    <form
      method="post"
      noValidate
      className="mt-5 flex flex-col gap-4 rounded-card border border-line p-5"
      onSubmit={(submission) => {
        submission.preventDefault();
        setAsked(!consent);
        if (consent) invite.mutate(emails);
      }}
    >
      <Field label="Column with the addresses">
        {(control) => (
          <NativeSelect
            {...control}
            value={column}
            onChange={({ target }) => setColumn(Number(target.value))}
          >
            <Options of={table.columns.map(({ id, heading }) => [id, heading])} />
          </NativeSelect>
        )}
      </Field>
      <Checkbox
        label="They asked to hear from us"
        description="The law wants their consent. We note that you gave your word."
        error={
          isAsked && !consent ? 'Please confirm that these people asked to hear from you' : null
        }
        checked={consent}
        onChange={({ target }) => setConsent(target.checked)}
      />
      <p>
        <Button type="submit" busy={invite.isPending} busyLabel="Sending...">
          {emails.length === 1 ? 'Invite 1 person' : `Invite ${emails.length} people`}
        </Button>
      </p>
    </form>
  );
}

function useInvite(groupId: number, empty: number, onSent: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (emails: string[]) =>
      call('POST /api/groups/:id/email-invitations', {
        params: { id: groupId },
        body: { emails, consent: true },
      }),
    onSuccess: async ({ accepted, refused }) => {
      await refresh(client, `/api/groups/${groupId}/email-invitations`);
      const lines = refused.length + empty;
      const left =
        lines > 0
          ? `${lines} ${lines === 1 ? 'line has' : 'lines have'} no address of ${lines === 1 ? 'its' : 'their'} own.`
          : '';
      toast({
        title:
          accepted === 1
            ? '1 invitation is on its way'
            : `${accepted} invitations are on their way`,
        description: left,
        tone: 'good',
      });
      onSent();
    },
    failed: 'Nobody was invited',
  });
}

/** The outcome of the invitations. */
function Outcome({ groupId, invitations }: { groupId: number; invitations: EmailInvitations }) {
  const { sent, joined, refused, undeliverable, stopped } = invitations;
  if (sent === 0 && !stopped) return null;
  const parts = [
    `${joined} joined`,
    ...(refused > 0 ? [`${refused} ${refused === 1 ? 'wants' : 'want'} no invitations`] : []),
    ...(undeliverable > 0 ? [`${undeliverable} could not be delivered`] : []),
  ];
  return (
    <>
      <p role="status" className="mt-4 font-semibold">
        {sent} {sent === 1 ? 'invitation' : 'invitations'} sent: {parts.join(', ')}
      </p>
      {stopped && <Stopped groupId={groupId} />}
    </>
  );
}

function Stopped({ groupId }: { groupId: number }) {
  const client = useQueryClient();
  const { user } = useUser();
  const resume = useMutation({
    mutationFn: () =>
      call('PATCH /api/groups/:id/email-invitations', {
        params: { id: groupId },
        body: { stopped: false },
      }),
    onSuccess: (answer) => client.setQueryData(emailInvitationsQuery(groupId).queryKey, answer),
    done: 'The rest goes out',
    failed: 'Nothing changed',
  });
  return (
    <Notice
      tone="danger"
      className="mt-4"
      title="We have stopped this list"
      action={
        user?.role === 'admin' && (
          <Button variant="outline" busy={resume.isPending} onClick={() => resume.mutate()}>
            Let it go on
          </Button>
        )
      }
    >
      <p>
        Too many addresses don’t exist. Please look at your list, and ask an admin to let the rest
        go.
      </p>
    </Notice>
  );
}
