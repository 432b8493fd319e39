import { counted } from '#contract/platform/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { paths } from '#contract/platform/paths.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toastLater } from '#web/ui/toast-later.ts';
import { EitherCode } from '#web/features/base/sign-in/code-field.tsx';
import { OwnPasswordField } from '#web/features/base/account-security/own-password-field.tsx';
import { twoStepQuery } from '#web/features/base/sign-in/queries.ts';
import type { DeletionPreview } from '#contract/operations/account-deletion.ts';

const nothing = { proof: '', code: '' };

interface LeaveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Says what is deleted and what stays, then asks for the password or the email address, and for a
 * code where the account needs one.
 */
export function LeaveDialog({ open, onOpenChange }: LeaveDialogProps) {
  const formId = useId();
  const { data: parting, isError } = useQuery({
    ...query('GET /api/auth/user/parting'),
    enabled: open,
    // It changes with every RSVP and comment.
    staleTime: 0,
  });
  const { data: twoStep } = useQuery({ ...twoStepQuery(), enabled: open });
  const [typed, setTyped] = useState(nothing);
  const leave = useMutation({
    mutationFn: (by: DeletionPreview['confirmBy']) =>
      call('DELETE /api/auth/user', {
        body: { [by]: typed.proof, ...(twoStep?.since && { code: typed.code }) },
      }),
    // The whole page goes: nothing that was read as a member is left in it.
    onSuccess: () => {
      toastLater({
        title: 'Your account is deleted',
        description: 'What was held about you is gone. Thank you for having been here.',
      });
      window.location.assign(paths.home);
    },
    onError: (error) => {
      if (!failureOf(error).fields) {
        toastFailure('Your account could not be deleted', error, 'Please try again later.');
      }
    },
  });
  const ready = parting !== undefined && twoStep !== undefined && !parting.onlyAdmin;
  const { fields } = failureOf(leave.error);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setTyped(nothing);
        leave.reset();
        onOpenChange(next);
      }}
      title="Delete your account"
      description="This happens at once and can't be undone."
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Keep my account
          </Button>
          {ready && (
            <Button
              type="submit"
              form={formId}
              variant="danger"
              busy={leave.isPending}
              busyLabel="Deleting..."
            >
              Delete for good
            </Button>
          )}
        </>
      }
    >
      {isError && <p>This can't be shown right now. Please try again later.</p>}
      {!parting && !isError && <Skeleton className="h-64" />}
      {parting && <WhatBecomes parting={parting} />}
      {ready && (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            leave.mutate(parting.confirmBy);
          }}
          className="flex flex-col gap-5"
        >
          <Proof
            by={parting.confirmBy}
            value={typed.proof}
            onChange={(proof) => setTyped({ ...typed, proof })}
            error={fields?.[parting.confirmBy]}
          />
          {twoStep.since && (
            <EitherCode
              value={typed.code}
              onChange={(code) => setTyped({ ...typed, code })}
              error={fields?.code}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}

function WhatBecomes({ parting }: { parting: DeletionPreview }) {
  if (parting.onlyAdmin) {
    return (
      <Notice tone="danger" title="The site needs an admin">
        You are the only one. Make another member an admin first.
      </Notice>
    );
  }
  const { groups, rsvps, comments, leaderless } = parting;
  return (
    <div className="mb-6 flex flex-col gap-5">
      <Part title="What goes">
        <li>Your profile, your picture, and every way to sign in</li>
        <li>{counted(groups, 'group membership')}</li>
        <li>{counted(rsvps, 'RSVP')}, those to past events too</li>
        <li>{counted(comments, 'comment')}</li>
        <li>The mail we keep for you</li>
      </Part>
      <Part title="What stays">
        <li>Groups and events you made; another organiser takes over where there is one</li>
        <li>Donations, without your name</li>
      </Part>
      {leaderless.length > 0 && (
        <Notice tone="accent" title="Left without an organiser">
          {leaderless.map(({ name }) => name).join(', ')}. To leave{' '}
          {leaderless.length === 1 ? 'it' : 'them'} in good hands, make another member an organiser
          first.
        </Notice>
      )}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="text-lg">{title}</h3>
    <ul className="mt-1 list-disc pl-5 marker:text-accent-ink">{children}</ul>
  </div>
);

interface ProofProps {
  by: DeletionPreview['confirmBy'];
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
}

function Proof({ by, value, onChange, error }: ProofProps) {
  if (by === 'password') {
    const hint = "To check that it's you.";
    return <OwnPasswordField hint={hint} error={error} value={value} onChange={onChange} />;
  }
  return (
    <Field
      label="Your email"
      hint="Type it out, so that nobody does this by mistake."
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          type="email"
          autoComplete="off"
        />
      )}
    </Field>
  );
}
