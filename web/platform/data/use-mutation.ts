import {
  useMutation as useAnyMutation,
  useQueryClient,
  type DefaultError,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { toast, type ToastOptions } from '#web/ui/toast.ts';
import { refresh } from './queries.ts';
import { toastFailure } from './toast-failure.ts';

type DoneWords = string | ToastOptions;

/** The toasts of a mutation, and the data that is read again after it. */
export interface Outcome<Data, Variables> {
  /** The toast after success: its title, or all of it. */
  done?: DoneWords | ((data: Data, variables: Variables) => DoneWords);
  /** The title of the toast after a failure. */
  failed?: string;
  /** Stands below that title where the server gives no reason. */
  fallback?: string;
  /** Starts of the addresses that are read again, also after a failure. */
  reload?: readonly string[];
}

/**
 * React Query's `useMutation`, but a call with the same variables does nothing while one is
 * pending. The lock is a ref, because the second of two quick taps comes before React renders
 * again. Mutations with a `scope` queue their calls instead. A function that `onMutate` returns
 * takes an optimistic change back, and is called after a failure.
 */
export function useMutation<
  Data = unknown,
  Failure = DefaultError,
  Variables = void,
  Context = unknown,
>({
  done,
  failed,
  fallback = 'Please try again.',
  reload,
  ...options
}: UseMutationOptions<Data, Failure, Variables, Context> &
  Outcome<Data, Variables>): UseMutationResult<Data, Failure, Variables, Context> {
  const client = useQueryClient();
  const mutation = useAnyMutation<Data, Failure, Variables, Context>({
    ...options,
    onSuccess: (...args) => {
      const rest = options.onSuccess?.(...args);
      const [data, variables] = args;
      const words = typeof done === 'function' ? done(data, variables) : done;
      if (words) toast({ tone: 'good', ...(typeof words === 'string' ? { title: words } : words) });
      return rest;
    },
    onError: (...args) => {
      const [error, , undo] = args;
      if (typeof undo === 'function') undo();
      if (failed) toastFailure(failed, error, fallback);
      return options.onError?.(...args);
    },
    onSettled: async (...args) => {
      await options.onSettled?.(...args);
      if (reload) await refresh(client, ...reload);
    },
  });
  const { mutateAsync } = mutation;
  const isQueued = options.scope !== undefined;
  const pendingKeys = useRef(new Set<string>());
  const mutate: UseMutateFunction<Data, Failure, Variables, Context> = useCallback(
    (...args) => {
      const key = JSON.stringify(args[0]) ?? '';
      if (pendingKeys.current.has(key)) return;
      if (!isQueued) pendingKeys.current.add(key);
      const unlock = () => pendingKeys.current.delete(key);
      mutateAsync(...args).then(unlock, unlock);
    },
    [mutateAsync, isQueued],
  );
  return { ...mutation, mutate };
}
