import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';

interface LinkAnswer<Data, Input> {
  /** The read whose answer the page shows. */
  query: { queryKey: QueryKey };
  send: (input: Input) => Promise<Data>;
  /** The title of the toast after a failure. */
  failed: string;
  onDone?: (data: Data) => void;
}

/** Answers by an email's link. The page shows the answer; after a refusal it reads the state again. */
export function useLinkAnswer<Data, Input = void>({
  query: { queryKey },
  send,
  failed,
  onDone,
}: LinkAnswer<Data, Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (data) => {
      client.setQueryData(queryKey, data);
      onDone?.(data);
      await refresh(client, '/api/events', '/api/user/event');
    },
    failed,
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}
