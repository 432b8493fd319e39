import type { ServerResponse } from 'node:http';

const names = new WeakMap<ServerResponse, string>();

/** Says by which route a request is answered: its pattern, so that measures don't grow with the addresses. */
export function nameRoute(response: ServerResponse, pattern: string): void {
  names.set(response, pattern);
}

/** Answers that are sent again without the application have no route. */
export const routeNameOf = (response: ServerResponse): string => names.get(response) ?? 'shared';
