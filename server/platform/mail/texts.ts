import { z } from 'zod';
import type { TwilioSettings } from '#platform/config.ts';
import { PostError } from './post.ts';

/** A way to people's phones; fails with a `PostError` and nothing else. */
export interface Texts {
  send: (message: { to: string; body: string }) => Promise<void>;
}

const patienceMs = 20_000;
const Refused = z.object({ code: z.int() });

/** Twilio's REST interface, or one that speaks it. */
export function openTwilio(settings: TwilioSettings): Texts {
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
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: unknown) => {
        const name = error instanceof Error ? error.name : 'unknown';
        throw new PostError(`no answer (${name})`, false, { cause: error });
      });
      if (!response.ok) throw await refusalOf(response);
      await response.body?.cancel();
    },
  };
}

/** A wrong number stays wrong; a busy service and wrong settings are worth another try. */
async function refusalOf(response: Response): Promise<PostError> {
  const refused = Refused.safeParse(await response.json().catch(() => undefined));
  const reason = refused.success
    ? `HTTP ${response.status} ${refused.data.code}`
    : `HTTP ${response.status}`;
  return new PostError(reason, response.status === 400);
}
