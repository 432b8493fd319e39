import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';

export const refreshMessages = (client: QueryClient, groupId: number) =>
  refresh(client, `/api/groups/${groupId}/messages`);

export interface Undoable {
  id: number;
  groupId: number;
}

/** Undoes a message and shows the outcome in a toast. */
export async function undoMessage(client: QueryClient, { id, groupId }: Undoable): Promise<void> {
  try {
    await call('DELETE /api/messages/:id', { params: { id } });
    toast({
      title: 'Message undone',
      description: "It won't be sent. We've kept what you wrote under Messages.",
      tone: 'good',
    });
  } catch (error) {
    const late = failureOf(error).status === 409;
    toastFailure('Not undone', error, late ? undefined : 'Please try again.');
  }
  await refreshMessages(client, groupId);
}

export function useUndo() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (message: Undoable) => undoMessage(client, message) });
}
