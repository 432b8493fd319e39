import { useQueryClient } from '@tanstack/react-query';
import { changeRow } from '#web/platform/data/cache.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';

/** Lists of pending items, each with the query to reload when an item leaves it. */
const lists = {
  '/api/admin/held-comments': '/api/admin/comments',
  '/api/admin/held-messages': undefined,
  '/api/admin/held-contacts': undefined,
};

/** Removes an item from its list at once, and puts it back if the call fails. */
export function useVerdict(
  list: keyof typeof lists,
  send: (id: number) => Promise<unknown>,
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (id) => changeRow<{ id: number }>(client, list, id, () => undefined),
    onSuccess: () => {
      toast({ tone: 'good', title: done });
      const also = lists[list];
      if (also) void refresh(client, also);
      void refreshSite(client);
    },
    onError: (error, _, undo) => {
      undo?.();
      toastFailure('Not saved', error, 'Please try again later.');
    },
  });
}
