import type { QuotaUse } from './quotas.ts';

/** Every refusal's code and its HTTP status. */
export const errorStatus = {
  invalid: 400,
  sign_in_required: 401,
  forbidden: 403,
  not_a_member: 403,
  profile_incomplete: 403,
  suspended: 403,
  not_found: 404,
  conflict: 409,
  full: 409,
  quota: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  payments_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every refusal; `error` repeats `message` for clients that read that name. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  error: string;
  /** Error messages by the names of the request's fields. */
  fields?: Record<string, string>;
  /** The quota behind a `quota` refusal. */
  quota?: QuotaUse;
  /**
   * For an edit that conflicts with others: the current values of the fields they changed, and the
   * `revision`.
   */
  current?: Record<string, unknown>;
  /** Sent only with a 500, to find the error in the log. */
  requestId?: string;
}
