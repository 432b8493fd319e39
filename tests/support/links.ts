import type { CapturingMailer } from './mailer.ts';

/** Delivers what is due, and returns the links in a recipient's emails, newest email first. */
export async function linksTo(capturingMailer: CapturingMailer, email: string): Promise<URL[]> {
  await capturingMailer.deliver();
  return capturingMailer.sent
    .filter(({ to }) => to === email)
    .toReversed()
    .flatMap(({ text }) => text.match(/https:\/\/\S+token=\S+/g) ?? [])
    .map((url) => new URL(url));
}

export const tokenIn = (url: URL | undefined) => url?.searchParams.get('token') ?? '';
