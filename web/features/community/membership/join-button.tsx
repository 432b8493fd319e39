import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Group, GroupCard } from '#contract/community/groups.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { useInvitation, useJoin } from './use-membership.ts';

interface JoinButtonProps {
  group: GroupCard | Group;
  label?: string;
  signedOutLabel?: string;
  size?: ButtonSize;
  variant?: ButtonVariant | undefined;
  onJoined?: () => void;
  /** The event to attend next. The page offers it instead of showing a toast. */
  eventId?: number | undefined;
}

const pathBack = (
  groupId: number,
  eventId: number | undefined,
  { invitation }: { invitation?: string },
) => {
  const path = eventId === undefined ? paths.group(groupId) : paths.groupToAttend(groupId, eventId);
  return invitation ? `${path}${eventId === undefined ? '?' : '&'}invitation=${invitation}` : path;
};

/** Joins the group. Visitors sign in first and come back to the group. */
export function JoinButton({
  group,
  label = 'Join',
  signedOutLabel = label,
  size = 'md',
  variant = size === 'sm' ? 'outline' : 'primary',
  onJoined,
  eventId,
}: JoinButtonProps) {
  const join = useJoin(group, {
    ...(onJoined && { onJoined }),
    quietly: eventId !== undefined,
  });
  const invitation = useInvitation();
  const here = pathBack(group.id, eventId, invitation);
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  const look = { size, variant };
  if (group.joinState === 'sign_in') {
    return (
      <a
        href={withNext(paths.login, here)}
        aria-label={`${signedOutLabel} ${group.name}`}
        className={buttonClass(look)}
      >
        {signedOutLabel}
      </a>
    );
  }
  return (
    <CallForm
      call="POST /api/groups/:id/members"
      params={{ id: group.id }}
      query={invitation}
      onSend={() => join.mutate()}
      className="contents"
    >
      {invitation.invitation && <KeyedPage here={here} groupId={group.id} />}
      <Button
        {...look}
        ref={button}
        type="submit"
        busy={join.isPending}
        busyLabel="Joining..."
        aria-label={join.isPending ? undefined : `${label}: ${group.name}`}
      >
        {label}
      </Button>
    </CallForm>
  );
}

/** The page's address has the invitation, so browsers send no referrer. */
const KeyedPage = ({ here, groupId }: { here: string; groupId: number }) => (
  <>
    <input type="hidden" name="_from" value={here} />
    <input type="hidden" name="_next" value={paths.group(groupId)} />
  </>
);

/** Moves the focus to the card's link or the page heading when the focused button disappears. */
export function useFocusFallback(button: RefObject<HTMLButtonElement | null>): void {
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (!element || document.activeElement !== element) return;
      const fallback = element.closest('article')?.querySelector('a');
      (fallback ?? document.getElementById(pageHeadingId))?.focus({ preventScroll: true });
    };
  }, [button]);
}
