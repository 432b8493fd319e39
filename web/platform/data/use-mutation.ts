import {
  useMutation as useAnyMutation,
  type DefaultError,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * React Query's `useMutation` with a lock: while a call is on its way, the same call again does nothing. The lock is
 * closed by the press and not by a render, because the second of two quick taps comes before React has drawn the first.
 * A mutation with a `scope` queues its calls instead, and the last one counts.
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
  const underway = useRef(new Set<string>());
  const mutate: UseMutateFunction<Data, Failure, Variables, Context> = useCallback(
    (...args) => {
      const key = JSON.stringify(args[0]) ?? '';
      if (underway.current.has(key)) return;
      if (!isQueued) underway.current.add(key);
      const unlock = () => underway.current.delete(key);
      mutateAsync(...args).then(unlock, unlock);
    },
    [mutateAsync, isQueued],
  );
  return { ...mutation, mutate };
}
