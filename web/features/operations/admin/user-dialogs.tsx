import { useIfMailed } from '#web/platform/site.tsx';
import { useState } from 'react';
import { ReasonField } from '#web/features/base/audit/reason-field.tsx';
import type { AdminUser } from '#contract/operations/admin.ts';
import PurgeDialog from '#web/features/trust/moderation/purge-dialog.tsx';
import { useUndoPurge } from '#web/features/trust/moderation/use-purge.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { pluralise } from '#contract/platform/counted.ts';
import { fullName } from '#contract/base/names.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { changeRow } from '#web/platform/data/cache.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';

export type Question =
  | 'promote'
  | 'demote'
  | 'ban'
  | 'unban'
  | 'signOut'
  | 'resetTwoStep'
  | 'cleanUp'
  | 'undoCleanup'
  | 'delete';

interface UserDialogProps {
  question: Question;
  user: AdminUser;
  onClose: () => void;
}

/** Asks for confirmation before an action on a member. */
export function UserDialog({ question, user, onClose }: UserDialogProps) {
  switch (question) {
    case 'promote':
    case 'demote':
      return <RoleDialog user={user} onClose={onClose} />;
    case 'ban':
    case 'unban':
      return <StatusDialog user={user} onClose={onClose} />;
    case 'signOut':
      return <SignOutDialog user={user} onClose={onClose} />;
    case 'resetTwoStep':
      return <TwoStepDialog user={user} onClose={onClose} />;
    case 'cleanUp':
      return <PurgeDialog userId={user.id} onClose={onClose} />;
    case 'undoCleanup':
      return <UndoPurgeDialog user={user} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog user={user} onClose={onClose} />;
  }
}

type Props = Omit<UserDialogProps, 'question'>;

function RoleDialog({ user, onClose }: Props) {
  const change = useRoleChange();
  const promotes = user.role === 'user';
  const name = fullName(user);
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={promotes ? `Make ${name} an admin?` : `Remove ${name}'s admin role?`}
      description={
        promotes
          ? "They'll be able to do everything you can do here: ban and delete people, approve groups, and delete groups, events and comments."
          : "They'll lose the admin panel straight away and stay an ordinary member."
      }
      confirmLabel={promotes ? 'Make admin' : 'Remove role'}
      busyLabel="Changing..."
      danger={!promotes}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate({ id: user.id, role: promotes ? 'admin' : 'user' }, { onSettled: onClose })
      }
    />
  );
}

/** Says whether the member hears of it. */
const useByEmail = () =>
  useIfMailed()("We'll tell them by email.", 'Please tell them: this site can’t send email yet.');

function StatusDialog({ user, onClose }: Props) {
  const byEmail = useByEmail();
  const change = useStatusChange();
  const [reason, setReason] = useState('');
  const bans = user.isActive;
  const name = fullName(user);
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={bans ? `Ban ${name}?` : `Unban ${name}?`}
      description={
        bans
          ? `They'll be signed out everywhere and can't sign in. What they wrote stays, and their places at upcoming events go to others. ${byEmail}`
          : `They can sign in again. ${byEmail}`
      }
      confirmLabel={bans ? 'Ban' : 'Unban'}
      busyLabel={bans ? 'Banning...' : 'Unbanning...'}
      danger={bans}
      unsaved={reason.trim() !== ''}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate({ id: user.id, isActive: !bans, reason }, { onSettled: onClose })
      }
    >
      <ReasonField label={bans ? 'Reason' : 'A note to them'} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

function SignOutDialog({ user, onClose }: Props) {
  const signOut = useSignOut();
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Sign ${fullName(user)} out everywhere?`}
      description="This signs out all their devices and ends their access tokens. They can log in again. If someone else has their password, ask them to choose a new one first."
      confirmLabel="Sign out everywhere"
      busyLabel="Signing out..."
      danger
      busy={signOut.isPending}
      onConfirm={() => signOut.mutate({ id: user.id }, { onSettled: onClose })}
    />
  );
}

function TwoStepDialog({ user, onClose }: Props) {
  const reset = useTwoStepReset();
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Reset two-step sign-in for ${fullName(user)}?`}
      description={`Use this if they've lost their phone and recovery codes. They'll be able to sign in with just their password. Make sure that it's really them who asked. ${useByEmail()}`}
      confirmLabel="Reset"
      busyLabel="Resetting..."
      danger
      busy={reset.isPending}
      onConfirm={() => reset.mutate({ id: user.id }, { onSettled: onClose })}
    />
  );
}

function UndoPurgeDialog({ user, onClose }: Props) {
  const undo = useUndoPurge();
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Put back everything ${fullName(user)} wrote?`}
      description={`Everything goes back to how it was before the clean-up, and their ban is lifted. ${useByEmail()}`}
      confirmLabel="Put it back"
      busyLabel="Putting it back..."
      busy={undo.isPending}
      onConfirm={() => undo.mutate(user.id, { onSettled: onClose })}
    />
  );
}

function DeleteDialog({ user, onClose }: Props) {
  const deletion = useDeleteUser();
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Delete ${fullName(user)}?`}
      description={`Their account and personal data will be gone for good, with ${deletedCounts(user)}. Groups and events they made will stay, and groups without an organiser are flagged under Groups. You can't undo this.`}
      confirmLabel="Delete user"
      busyLabel="Deleting..."
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate({ id: user.id }, { onSettled: onClose })}
    />
  );
}

const deletedCounts = ({ groupCount, rsvpCount, commentCount }: AdminUser) =>
  `${pluralise(groupCount, 'membership')}, ${pluralise(rsvpCount, 'RSVP')} and ${pluralise(commentCount, 'comment')}`;

const listPath = '/api/admin/users';

/** Updates the member's row. Reloads the list on failure, because it may be out of date. */
function useAccountChange<Change extends { id: string }>(
  send: (change: Change) => Promise<AdminUser>,
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      changeRow<AdminUser>(client, listPath, changed.id, () => changed);
      void refresh(client, '/api/admin/summary', '/api/admin/analytics', '/api/admin/audit');
    },
    done,
    failed: 'User not changed',
    fallback: 'Please try again later.',
    onError: () => void refresh(client, listPath),
  });
}

const useRoleChange = () =>
  useAccountChange(
    ({ id, role }: { id: string; role: 'user' | 'admin' }) =>
      call('PATCH /api/admin/users/:id/role', { params: { id }, body: { role } }),
    'User role updated successfully',
  );

const useStatusChange = () =>
  useAccountChange(
    ({ id, isActive, reason }: { id: string; isActive: boolean; reason: string }) =>
      call('PATCH /api/admin/users/:id/status', {
        params: { id },
        body: { isActive, reason: reason.trim() || null },
      }),
    'User status updated successfully',
  );

const useSignOut = () =>
  useAccountChange(
    ({ id }: { id: string }) => call('DELETE /api/admin/users/:id/sessions', { params: { id } }),
    'Signed out everywhere',
  );

const useTwoStepReset = () =>
  useAccountChange(
    ({ id }: { id: string }) => call('DELETE /api/admin/users/:id/two-step', { params: { id } }),
    'Two-step sign-in has been reset',
  );

function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call('DELETE /api/admin/users/:id', { params: { id } }),
    onSuccess: (_, { id }) => {
      changeRow<AdminUser>(client, listPath, id, () => undefined);
      void refresh(client, '/api/admin/groups', '/api/admin/events', '/api/admin/comments');
      void refreshSite(client);
    },
    done: 'User deleted successfully',
    onError: (error) => {
      const { status = 'no answer' } = failureOf(error);
      toastFailure(`Failed to delete user: ${status}`, error, 'Please try again later.');
      void refresh(client, listPath);
    },
  });
}
