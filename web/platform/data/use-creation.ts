import type { UseMutationOptions } from '@tanstack/react-query';
import type { ApiKey } from '#contract/api.ts';
import { newAttempt } from './attempt.ts';
import { failureOf, request, urlOf, type AnswerFor, type InputFor } from './api.ts';
import { useMutation } from './use-mutation.ts';

interface CreationOptions<K extends ApiKey, Wish>
  extends Pick<UseMutationOptions<AnswerFor<K>, unknown, Wish>, 'onSuccess' | 'onError'> {
  key: K;
  inputOf: (wish: Wish) => InputFor<K>;
}

/**
 * A mutation that creates something once. After a lost answer, the retry sends the same idempotency
 * key, by which the server recognises its creation.
 */
export const useCreation = <K extends ApiKey, Wish = void>({
  key,
  inputOf,
  ...callbacks
}: CreationOptions<K, Wish>) =>
  useMutation({ mutationFn: (wish: Wish) => send(key, inputOf(wish)), ...callbacks });

/** The keys of wishes of which nobody knows what became of them. */
const unanswered = new Map<string, string>();

async function send<K extends ApiKey>(key: K, input: InputFor<K>): Promise<AnswerFor<K>> {
  const url = urlOf(key, input);
  const wish = JSON.stringify([url, input.body]);
  const attempt = unanswered.get(wish) ?? newAttempt();
  unanswered.set(wish, attempt);
  try {
    const response = await request('POST', url, input.body, attempt);
    const answer = (await response.json()) as AnswerFor<K>;
    unanswered.delete(wish);
    return answer;
  } catch (error) {
    if (isRefusal(error)) unanswered.delete(wish);
    throw error;
  }
}

/** The server has said that it made nothing. */
const isRefusal = (error: unknown) => {
  const { status = 0 } = failureOf(error);
  return status >= 400 && status < 500;
};
