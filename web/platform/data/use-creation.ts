import type { UseMutationOptions } from '@tanstack/react-query';
import type { ApiKey } from '#contract/api.ts';
import { newAttempt } from './attempt.ts';
import { failureOf, sendRequest, urlOf, type AnswerFor, type InputFor } from './api.ts';
import { useMutation, type Outcome } from './use-mutation.ts';

interface CreationOptions<K extends ApiKey, Variables>
  extends
    Outcome<AnswerFor<K>, Variables>,
    Pick<UseMutationOptions<AnswerFor<K>, unknown, Variables>, 'onSuccess' | 'onError'> {
  key: K;
  inputOf: (variables: Variables) => InputFor<K>;
}

/**
 * A mutation that creates something once. After a lost answer, the retry sends the same idempotency
 * key, by which the server recognises its creation.
 */
export const useCreation = <K extends ApiKey, Variables = void>({
  key,
  inputOf,
  ...callbacks
}: CreationOptions<K, Variables>) =>
  useMutation({
    mutationFn: (variables: Variables) => sendOnce(key, inputOf(variables)),
    ...callbacks,
  });

/** Idempotency keys of requests whose answer never came, by request. */
const unansweredKeys = new Map<string, string>();

async function sendOnce<K extends ApiKey>(key: K, input: InputFor<K>): Promise<AnswerFor<K>> {
  const url = urlOf(key, input);
  const requestKey = JSON.stringify([url, input.body]);
  const attempt = unansweredKeys.get(requestKey) ?? newAttempt();
  unansweredKeys.set(requestKey, attempt);
  try {
    const response = await sendRequest('POST', url, input.body, attempt);
    const answer = (await response.json()) as AnswerFor<K>;
    unansweredKeys.delete(requestKey);
    return answer;
  } catch (error) {
    if (isRefusal(error)) unansweredKeys.delete(requestKey);
    throw error;
  }
}

/** Returns true if the server answered that it created nothing. */
const isRefusal = (error: unknown) => {
  const { status = 0 } = failureOf(error);
  return status >= 400 && status < 500;
};
