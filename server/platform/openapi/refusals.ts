import type { Endpoint } from '#contract/platform/endpoint.ts';
import { errorStatus, type ErrorCode } from '#contract/platform/errors.ts';
import { capital } from './declaration.ts';

/**
 * The codes a call may be refused by, in the order of `errorStatus`: what follows from how it is declared, and what it
 * is declared to refuse by besides.
 */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { key, access, params, refuses = [] } = endpoint;
  const changes = !key.startsWith('GET ');
  const codes = new Set<ErrorCode>([
    // Any request can be refused with these: it names no host, comes too often, or something is out
    // of order.
    'invalid',
    'too_many_requests',
    'internal',
    'unavailable',
    // A token that is not in force, or not for this call.
    'sign_in_required',
    'forbidden',
    ...refuses,
  ]);
  const add = (holds: unknown, ...more: ErrorCode[]) => {
    if (holds) for (const code of more) codes.add(code);
  };
  add(params, 'not_found');
  add(changes, 'conflict', 'too_large', 'unsupported_media_type');
  // Since they were let in.
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
  codes.map((code) => code.split('_').map(capital).join('')).join('Or');
