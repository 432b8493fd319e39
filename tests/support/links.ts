import type { Courier } from './postman.ts';

/** Delivers what is due; the links in what somebody was sent, the newest mail first. */
export async function linksTo(courier: Courier, email: string): Promise<URL[]> {
  await courier.deliver();
  return courier.sent
    .filter(({ to }) => to === email)
    .toReversed()
    .flatMap(({ text }) => text.match(/https:\/\/\S+token=\S+/g) ?? [])
    .map((url) => new URL(url));
}

export const tokenIn = (url: URL | undefined) => url?.searchParams.get('token') ?? '';
