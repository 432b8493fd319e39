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

/**
 * Changes one character of a signed or sealed text. It is not the last one, whose lowest bits mean
 * nothing in base64url.
 */
export function withOtherCharacter(token: string): string {
  const at = token.length - 10;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}
