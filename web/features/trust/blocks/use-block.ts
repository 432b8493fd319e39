import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import type { Person } from '#web/features/base/accounts/person.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { blockPages, refreshPeople } from './queries.ts';

export type Blockable = Pick<Person, 'userId' | 'firstName'>;

/** Returns whether the member has blocked somebody; undefined while loading. */
export function useIsBlocked(userId: string): boolean | undefined {
  const { user } = useUser();
  const { data } = useInfiniteQuery({ ...blockPages(), enabled: user !== undefined });
  return data?.pages.some(({ items }) => items.some((each) => each.userId === userId));
}

/**
 * Blocks or unblocks somebody. Buttons stay busy until everything that names people is loaded
 * again.
 */
export function useBlock({ userId, firstName }: Blockable, onBlocked?: () => void) {
  const client = useQueryClient();
  const params = { id: userId };
  const change = useMutation({
    mutationFn: (block: boolean) =>
      block
        ? call('PUT /api/users/:id/block', { params })
        : call('DELETE /api/users/:id/block', { params }),
    onSuccess: (_, block) => {
      if (block) onBlocked?.();
      toast(
        block
          ? {
              title: `${firstName} is blocked`,
              description: `We won't tell ${firstName}. You can see the people you've blocked in your settings.`,
              tone: 'good',
              action: { label: 'Undo', onSelect: () => change.mutate(false) },
            }
          : { title: `${firstName} is no longer blocked`, tone: 'good' },
      );
      return refreshPeople(client);
    },
    onError: (error) => toastFailure("That didn't work", error, 'Please try again.'),
  });
  return change;
}
