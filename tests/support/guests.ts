import type { ApiKey } from '#contract/api.ts';
import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import type { TestApp } from './app.ts';
import type { CapturingMailer } from './mailer.ts';

type LinkKey = Extract<ApiKey, `POST /api/guest-rsvps/${string}`>;

/** The token of the link to a guest's page in an email; empty without one. */
export const guestTokenIn = (text: string | undefined): string =>
  /\/coming\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';

/** Makes the calls of guests without an account: the form's, and those of an email's link. */
export function guestsOn(app: Pick<TestApp, 'visitor'>, mailer: CapturingMailer) {
  const visitor = app.visitor();

  const ask = (
    { id }: { id: number },
    body: { firstName?: string; email: string; guests?: number },
  ) =>
    visitor.call('POST /api/events/:id/guest-rsvps', {
      params: { id },
      body: { firstName: 'Ada', ...body },
    });

  /** Delivers what is due and returns all emails to an address. */
  const emailsTo = async (email: string | null) => {
    await mailer.deliver();
    return mailer.sent.filter(({ to }) => to === email);
  };

  /** Answers by the link, and returns the RSVP afterwards. */
  const answer = async (action: string, token: string, more: object = {}): Promise<GuestRsvp> => {
    const key = `POST /api/guest-rsvps/${action}` as LinkKey;
    const response = await visitor.send(key, { body: { token, ...more } });
    if (response.statusCode >= 300) throw new Error(`${key} answered ${response.body}`);
    return response.json<GuestRsvp>();
  };

  const refusal = (action: string, token: string, more: object = {}) =>
    visitor.refusal(`POST /api/guest-rsvps/${action}` as LinkKey, { body: { token, ...more } });

  return { ask, emailsTo, answer, refusal };
}
