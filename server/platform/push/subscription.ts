import { z } from 'zod';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Device } from './queue.ts';
import type { Subscription } from './send.ts';

const purpose = 'push subscription';

const Stored = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

/** Seals a browser's address and keys: anyone with them can learn how often its member is notified. */
export const sealSubscription = (
  { endpoint, keys }: Subscription,
  endpointHash: string,
  signer: Signer,
): string => signer.seal(purpose, endpointHash, JSON.stringify({ endpoint, keys }));

/** Undefined if it was sealed by another secret. */
export function openSubscription(
  { endpointHash, sealedSubscription }: Pick<Device, 'endpointHash' | 'sealedSubscription'>,
  signer: Signer,
): Subscription | undefined {
  const text = signer.open(purpose, endpointHash, sealedSubscription);
  return text === undefined ? undefined : Stored.parse(JSON.parse(text));
}
