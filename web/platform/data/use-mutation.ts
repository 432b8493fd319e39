import {
  useMutation as useAnyMutation,
  type DefaultError,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * React Query's `useMutation`, but a call with the same variables does nothing while one is
 * pending. The lock is a ref, because the second of two quick taps comes before React renders
 * again. Mutations with a `scope` queue their calls instead.
 */
export function useMutation<
  Data = unknown,
  Failure = DefaultError,
  Variables = void,
  Context = unknown,
>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const mutation = useAnyMutation(options);
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
