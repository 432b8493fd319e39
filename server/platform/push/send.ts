import type { PushPayload } from '#contract/base/notifications.ts';
import { second } from '#contract/platform/durations.ts';
import { fetchWithin } from '#platform/fetch/fetch-within.ts';
import { openPublicPost, type AnswerHead, type PostPublic } from '#platform/fetch/fetch-public.ts';
import { endpointRefusal, isTrial, type PushHosts } from './hosts.ts';
import type { PushKeys } from './keys.ts';

/** A browser's address at its push service, with its keys. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface Sending {
  payload: PushPayload;
  /** Seconds. */
  ttl: number;
  urgency: 'low' | 'normal' | 'high';
  /** Replaces what the service still holds under the same name, up to 32 letters of base64url. */
  topic: string;
}

/** Encrypts a notification and hands it to a push service (RFC 8030, 8291, 8292). */
export interface PushClient {
  /**
   * Throws without an answer in time.
   * @returns undefined for an address that nothing may be sent to
   */
  send: (to: Subscription, sending: Sending) => Promise<AnswerHead | undefined>;
}

/** A service that takes longer is asked again later, so that it doesn't delay others. */
const longestMs = 10 * second;

interface Settings {
  hosts: PushHosts;
  keys: PushKeys;
  /** Whom a push service may write to. */
  contact: () => Promise<string>;
  post?: PostPublic;
  timeoutMs?: number;
}

export function openPushClient({
  hosts,
  keys,
  contact,
  timeoutMs = longestMs,
  post = openPublicPost({ longestMs: timeoutMs }),
}: Settings): PushClient {
  return {
    send: async (to, { payload, ttl, urgency, topic }) => {
      if (endpointRefusal(to.endpoint, hosts) !== null) return undefined;
      // Most processes never send one, and the library takes megabytes.
      const { default: webPush } = await import('web-push');
      const { headers, body } = webPush.generateRequestDetails(to, JSON.stringify(payload), {
        vapidDetails: { subject: await contact(), ...keys },
        TTL: ttl,
        urgency,
        topic,
      });
      const url = new URL(to.endpoint);
      const sent = inWords(headers);
      return isTrial(url, hosts) ? postToTrial(url, sent, body, timeoutMs) : post(url, sent, body);
    },
  };
}

const inWords = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const postToTrial = (
  url: URL,
  { 'Content-Length': _, ...headers }: Record<string, string>,
  body: Uint8Array,
  timeoutMs: number,
): Promise<AnswerHead> =>
  fetchWithin(
    timeoutMs,
    url,
    { method: 'POST', headers, body: Buffer.from(body) },
    async (response) => ({
      status: response.status,
      retryAfter: response.headers.get('retry-after') ?? undefined,
    }),
  );
