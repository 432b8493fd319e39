import type { Config } from '#platform/config.ts';
import { endpointRefusal } from '#platform/push/hosts.ts';
import { isPublicKey } from '#platform/push/keys.ts';
import type { Subscription } from '#platform/push/send.ts';
import { invalid, Refusal } from '#platform/refusal.ts';

export const availabilityRefusal = ({ pushHosts }: Pick<Config, 'pushHosts'>): Refusal | null =>
  pushHosts ? null : new Refusal('unavailable', 'This site sends no notifications to devices');

/** A browser's address must be one of a push service, and its key a key. */
export function deviceRefusal(
  { endpoint, keys }: Subscription,
  { pushHosts }: Pick<Config, 'pushHosts'>,
): Refusal | null {
  if (!pushHosts) return availabilityRefusal({ pushHosts });
  const wrong = endpointRefusal(endpoint, pushHosts);
  if (wrong !== null) return invalid({ endpoint: wrong });
  return isPublicKey(keys.p256dh)
    ? null
    : invalid({ keys: 'This browser’s key for notifications can’t be used' });
}
