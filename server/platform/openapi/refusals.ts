import { capitalise } from '#contract/platform/counted.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { errorStatus, type ErrorCode } from '#contract/platform/errors.ts';

/**
 * Lists the codes that a call may be refused with, in the order of `errorStatus`: those that its
 * declaration implies, and those it names.
 */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { key, access, params, refuses = [] } = endpoint;
  const changes = !key.startsWith('GET ');
  const codes = new Set<ErrorCode>([
    // Any request can be refused with these: it has no host, comes too often, or is malformed.
    'invalid',
    'too_many_requests',
    'internal',
    'unavailable',
    // The token is invalid, or lacks the scope for this call.
    'sign_in_required',
    'forbidden',
    ...refuses,
  ]);
  const add = (holds: unknown, ...more: ErrorCode[]) => {
    if (holds) for (const code of more) codes.add(code);
  };
  add(params, 'not_found');
  add(changes, 'conflict', 'too_large', 'unsupported_media_type');
  // The account may have been suspended since it signed in.
  add(access !== 'anyone' && changes, 'suspended');
  return (Object.keys(errorStatus) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Groups the refusals by their status. */
export function refusalsByStatus(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(endpoint)) {
    const status = errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** 'ForbiddenOrNotAMember' */
export const refusalName = (codes: ErrorCode[]): string =>
  codes.map((code) => code.split('_').map(capitalise).join('')).join('Or');
