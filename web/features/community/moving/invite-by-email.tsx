import { useIfMailed } from '#web/platform/site.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  addressesOf,
  readAddressTable,
  type AddressTable,
} from '#contract/community/address-table.ts';
import {
  maxInvited,
  maxInvitedPerDay,
  type EmailInvitations,
} from '#contract/community/email-invitations.ts';
import type { Group } from '#contract/community/groups.ts';
import { decodeText } from '#contract/platform/decode-text.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { SelectField, TextareaField } from '#web/ui/field.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LeftOut } from './left-out.tsx';
import { emailInvitationsQuery } from './moving-pages.ts';
import { Options } from '#web/ui/options.tsx';

/** Invites people whose addresses the organisers have from elsewhere. */
export function InviteByEmail({ group }: { group: Group }) {
  const ifMailed = useIfMailed();
  const [list, setList] = useState<{ table: AddressTable; key: number }>();
  const [pasted, setPasted] = useState('');
  const { data: invitations } = useQuery(emailInvitationsQuery(group.id));
  const read = (text: string) =>
    setList((before) => ({ table: readAddressTable(text), key: (before?.key ?? 0) + 1 }));
  return (
    <div className="needs-script mt-8">
      <h3 className="mb-2 text-xl">Or invite them by email</h3>
      <p>
        {ifMailed(
          'If you have their addresses, we write to each person once.',
          'This site can’t send email yet: invitations are kept, and go once it can.',
        )}{' '}
        Anybody can say that they want no invitations. We delete the addresses after 30 days.
      </p>
      <p className="mt-3">
        <FileButton
          fileLabel="List of addresses"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onFile={async (file) => read(decodeText(await file.arrayBuffer()))}
        >
          Choose a list of addresses
        </FileButton>
      </p>
      <TextareaField
        label="Or paste addresses here"
        hint="In any form: one on each line, or with commas between them. Names may stand beside them."
        className="mt-5"
        optional
        rows={3}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
      />
      {pasted.trim() !== '' && (
        <p className="mt-3">
          <Button variant="outline" onClick={() => read(pasted)}>
            Read these addresses
          </Button>
        </p>
      )}
      {list && (
        <List
          key={list.key}
          groupId={group.id}
          table={list.table}
          onSent={() => {
            setList(undefined);
            setPasted('');
          }}
        />
      )}
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
  const [column, setColumn] = useState(table.guessed);
  const [sent, setSent] = useState(0);
  const [consent, setConsent] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { accepted, refused, skipped } = useMemo(() => addressesOf(table, column), [table, column]);
  const next = accepted.slice(sent, sent + maxInvited).map(({ email }) => email);
  const invite = useInvite(groupId, () => {
    if (sent + next.length < accepted.length) setSent(sent + next.length);
    else onSent();
  });
  if (!table.hasAddresses) {
    return (
      <div role="status">
        <Notice tone="danger" className="mt-5" title="We found no email address in this list">
          <p>An address looks like jane@example.org.</p>
        </Notice>
      </div>
    );
  }
  return (
    <form
      method="post"
      noValidate
      className="mt-5 flex flex-col gap-4 rounded-card border border-line p-5"
      onSubmit={(submission) => {
        submission.preventDefault();
        setAsked(!consent);
        if (consent && next.length > 0) invite.mutate(next);
      }}
    >
      {table.columns.length > 0 && (
        <SelectField
          label="Column with the addresses"
          value={column}
          onChange={({ target }) => {
            setColumn(Number(target.value));
            setSent(0);
          }}
        >
          <Options of={table.columns.map(({ id, heading }) => [id, heading])} />
        </SelectField>
      )}
      <div role="status">
        <p className="font-semibold">
          {accepted.length === 1
            ? '1 address'
            : `${accepted.length.toLocaleString('en-GB')} addresses`}
        </p>
        {accepted.length > maxInvited && (
          <p>
            One press invites {maxInvited} people, and a group can invite{' '}
            {maxInvitedPerDay.toLocaleString('en-GB')} in 24 hours.{' '}
            {(accepted.length - sent).toLocaleString('en-GB')} are still to be invited. You can read
            the same list again tomorrow: nobody is invited twice.
          </p>
        )}
      </div>
      <LeftOut notes={[...refused, ...skipped]} isOpen={refused.length > 0} />
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
          {inviteLabel(next.length, sent, accepted.length)}
        </Button>
      </p>
    </form>
  );
}

function inviteLabel(next: number, sent: number, all: number): string {
  const which = all > maxInvited ? `the ${sent === 0 ? 'first' : 'next'} ` : '';
  return next === 1 ? `Invite ${which || '1 '}person` : `Invite ${which}${next} people`;
}

function useInvite(groupId: number, onSent: () => void) {
  const client = useQueryClient();
  const ifMailed = useIfMailed();
  return useMutation({
    mutationFn: (emails: string[]) =>
      call('POST /api/groups/:id/email-invitations', {
        params: { id: groupId },
        body: { emails, consent: true },
      }),
    onSuccess: async () => {
      await refresh(client, `/api/groups/${groupId}/email-invitations`);
      onSent();
    },
    done: ({ accepted }) =>
      accepted === 1
        ? ifMailed('1 invitation is on its way', '1 invitation is kept')
        : ifMailed(`${accepted} invitations are on their way`, `${accepted} invitations are kept`),
    failed: 'Nobody was invited',
  });
}

function Outcome({ groupId, invitations }: { groupId: number; invitations: EmailInvitations }) {
  const ifMailed = useIfMailed();
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
        {sent} {sent === 1 ? 'invitation' : 'invitations'}{' '}
        {ifMailed('sent', 'kept, to go once this site can send email')}: {parts.join(', ')}
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
