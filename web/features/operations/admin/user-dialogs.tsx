import { useState } from 'react';
import { ReasonField } from '#web/features/base/audit/reason-field.tsx';
import type { AdminUser } from '#contract/operations/admin.ts';
import CleanupDialog from '#web/features/trust/moderation/purge-dialog.tsx';
import { useUndoCleanup } from '#web/features/trust/moderation/use-purge.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import {
  useDeleteUser,
  useRoleChange,
  useSignOut,
  useStatusChange,
  useTwoStepReset,
} from './use-user-actions.ts';
import { counted } from '#contract/platform/counted.ts';
import { fullName } from '#web/features/base/accounts/full-name.ts';

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

/** Asks once before somebody is made more or less than they were, or goes. */
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
      return <CleanupDialog userId={user.id} onClose={onClose} />;
    case 'undoCleanup':
      return <UndoCleanupDialog user={user} onClose={onClose} />;
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
      open
      onOpenChange={onClose}
      title={promotes ? `Make ${name} an admin?` : `Remove ${name}'s admin role?`}
      description={
        promotes
          ? 'They can do all that you can do here: ban and delete people, approve groups, delete groups, events and comments.'
          : 'They lose the admin panel at once and stay a member like any other.'
      }
      confirmLabel={promotes ? 'Make Admin' : 'Remove Role'}
      busyLabel="Changing..."
      danger={!promotes}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate({ id: user.id, role: promotes ? 'admin' : 'user' }, { onSettled: onClose })
      }
    />
  );
}

function StatusDialog({ user, onClose }: Props) {
  const change = useStatusChange();
  const [reason, setReason] = useState('');
  const bans = user.isActive;
  const name = fullName(user);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={bans ? `Ban ${name}?` : `Unban ${name}?`}
      description={
        bans
          ? "They are signed out everywhere at once and can't sign in. What they have written stays; their places at events to come go to others. We tell them by email."
          : 'They can sign in again. We tell them by email.'
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
      <ReasonField label={bans ? 'Reason' : 'A word to them'} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

function SignOutDialog({ user, onClose }: Props) {
  const signOut = useSignOut();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Sign ${fullName(user)} out everywhere?`}
      description="Every device they are signed in on is signed out at once, and their tokens for scripts end. They can log in again: if somebody else has their password, ask them to choose a new one by email first."
      confirmLabel="Sign Out Everywhere"
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
      open
      onOpenChange={onClose}
      title={`Reset two-step sign-in for ${fullName(user)}?`}
      description="For whoever has lost their phone and their recovery codes: their password alone will let them in again. Be sure that it is they who ask. We tell them by email."
      confirmLabel="Reset"
      busyLabel="Resetting..."
      danger
      busy={reset.isPending}
      onConfirm={() => reset.mutate({ id: user.id }, { onSettled: onClose })}
    />
  );
}

function UndoCleanupDialog({ user, onClose }: Props) {
  const undo = useUndoCleanup();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Put back all that ${fullName(user)} wrote?`}
      description="Everything stands again as it stood before the clean-up, and the ban that came with it is lifted. We tell them by email."
      confirmLabel="Put It Back"
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
      open
      onOpenChange={onClose}
      title={`Delete ${fullName(user)}?`}
      description={`Their account and personal data go for good, and with them ${whatGoes(user)}. Groups and events they made stay; a group left without an organiser is flagged under Groups. This can't be undone.`}
      confirmLabel="Delete User"
      busyLabel="Deleting..."
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate({ id: user.id }, { onSettled: onClose })}
    />
  );
}

const whatGoes = ({ groupCount, rsvpCount, commentCount }: AdminUser) =>
  `${counted(groupCount, 'membership')}, ${counted(rsvpCount, 'RSVP')} and ${counted(commentCount, 'comment')}`;
