import type { z } from 'zod';
import type { Settings, SettingValues, updateSettings } from '#contract/base/settings.ts';
import { invalid, Refusal } from '#platform/refusal.ts';

/**
 * Refuses changes to settings that the environment sets; repeating the environment's value is no
 * change.
 */
export function settingsRefusal(
  changes: z.output<typeof updateSettings.body>,
  inForce: SettingValues,
  ruledBy: Settings['ruledBy'],
): Refusal | null {
  for (const [name, variable] of Object.entries(ruledBy) as [
    keyof Settings['ruledBy'],
    string | undefined,
  ][]) {
    if (variable && changes[name] !== undefined && changes[name] !== inForce[name]) {
      return invalid({
        [name]: `${variable} is set on the server, so this can’t be changed here`,
      });
    }
  }
  return null;
}

export const invitationRefusal = (code: string | undefined) => {
  const message = code
    ? 'This invitation isn’t valid, or can no longer be used. Please ask for a new one.'
    : 'You need an invitation to sign up here';
  return new Refusal('forbidden', message, { fields: { invitation: message } });
};

interface InvitationFacts {
  maxUses: number | null;
  uses: number;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Returns whether people can still sign up with an invitation; if not, why. */
export function invitationState(
  { maxUses, uses, expiresAt, revokedAt }: InvitationFacts,
  now: Date,
) {
  if (revokedAt) return 'revoked';
  if (maxUses !== null && uses >= maxUses) return 'used_up';
  return expiresAt && expiresAt <= now ? 'expired' : 'usable';
}
