import { z } from 'zod';
import type { TwilioSettings } from '#platform/config.ts';
import { DeliveryError } from './smtp.ts';

/** Sends text messages; fails only with a `DeliveryError`. */
export interface SmsClient {
  send: (message: { to: string; body: string }) => Promise<void>;
}

const timeoutMs = 20_000;
const Refused = z.object({ code: z.int() });

/** Twilio's REST API, or a service compatible with it. */
export function openTwilio(settings: TwilioSettings): SmsClient {
  const { accountSid, authToken, from, apiBase } = settings;
  const url = `${apiBase}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  return {
    send: async ({ to, body }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, Body: body, ...sender }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        const name = error instanceof Error ? error.name : 'unknown';
        throw new DeliveryError(`no answer (${name})`, false, { cause: error });
      });
      if (!response.ok) throw await refusalOf(response);
      await response.body?.cancel();
    },
  };
}

/** A wrong number stays wrong; a busy service or wrong settings are worth another attempt. */
async function refusalOf(response: Response): Promise<DeliveryError> {
  const refused = Refused.safeParse(await response.json().catch(() => undefined));
  const reason = refused.success
    ? `HTTP ${response.status} ${refused.data.code}`
    : `HTTP ${response.status}`;
  return new DeliveryError(reason, response.status === 400);
}
