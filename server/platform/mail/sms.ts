import { z } from 'zod';
import { second } from '#contract/platform/durations.ts';
import type { TwilioSettings } from '#platform/config.ts';
import { fetchWithin, textOf } from '#platform/fetch/fetch-within.ts';
import { DeliveryError } from './smtp.ts';

/** Sends text messages; fails only with a `DeliveryError`. */
export interface SmsClient {
  send: (message: { to: string; body: string }) => Promise<void>;
}

const longestMs = 20 * second;
const Refused = z.object({ code: z.int() });

/** Twilio's REST API, or a service compatible with it. */
export function openTwilio(settings: TwilioSettings, timeoutMs = longestMs): SmsClient {
  const { accountSid, authToken, from, apiBase } = settings;
  const url = `${apiBase}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  return {
    send: async ({ to, body }) => {
      const form = new URLSearchParams({ To: to, Body: body, ...sender });
      const init = { method: 'POST', headers: { authorization }, body: form };
      // The head says that the message was accepted: its body is not waited for.
      const refusal = await fetchWithin(timeoutMs, url, init, async (response) =>
        response.ok ? undefined : refusalOf(response),
      ).catch((error: unknown) => {
        const name = error instanceof Error ? error.name : 'unknown';
        throw new DeliveryError(`no answer (${name})`, false, { cause: error });
      });
      if (refusal) throw refusal;
    },
  };
}

/** A wrong number stays wrong; a busy service or wrong settings are worth another attempt. */
async function refusalOf(response: Response): Promise<DeliveryError> {
  const refused = Refused.safeParse(
    await textOf(response)
      .then(JSON.parse)
      .catch(() => undefined),
  );
  const reason = refused.success
    ? `HTTP ${response.status} ${refused.data.code}`
    : `HTTP ${response.status}`;
  return new DeliveryError(reason, response.status === 400);
}

const internationalNumber = /^\+[1-9]\d{7,14}$/;

/**
 * 07 and nine digits. 070 is a personal number that forwards calls, 076 a pager, except the Isle of
 * Man's 07624.
 */
const ukMobile = /^07(?:[1-57-9]\d{8}|624\d{6})$/;

/**
 * Normalises a phone number to E.164: any number with its country, and mobiles of the United
 * Kingdom without. Returns undefined for a number that can't get texts.
 */
export function toE164(written: string): string | undefined {
  const digits = written
    .replace(/\(0\)/g, '')
    .replace(/[\s().\-/\u2010-\u2015\u00a0]/g, '')
    .replace(/^00/, '+');
  if (digits.startsWith('+440')) return toE164(`+44${digits.slice(4)}`);
  if (digits.startsWith('+44')) return toE164(`0${digits.slice(3)}`);
  if (ukMobile.test(digits)) return `+44${digits.slice(1)}`;
  return internationalNumber.test(digits) ? digits : undefined;
}
