import { errorStatus, type ErrorBody, type ErrorCode } from '#contract/platform/errors.ts';
import type { QuotaUse } from '#contract/platform/quotas.ts';

interface Details {
  fields?: Record<string, string>;
  /** Seconds. */
  retryAfter?: number;
  quota?: QuotaUse;
  current?: Record<string, unknown>;
}

/** An expected "no": a code, a sentence fit to show, and if it helps the invalid fields. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;
  readonly quota: QuotaUse | undefined;
  readonly current: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    // Most refusals only answer whether a viewer may act and are never thrown; recording their
    // stacks took longer than everything else.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.quota = details.quota;
    this.current = details.current;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  get body(): ErrorBody {
    return errorBody(this.code, this.message, {
      ...(this.fields && { fields: this.fields }),
      ...(this.quota && { quota: this.quota }),
      ...(this.current && { current: this.current }),
    });
  }
}

export const errorBody = (
  code: ErrorCode,
  message: string,
  more: Pick<ErrorBody, 'fields' | 'quota' | 'current' | 'requestId'> = {},
): ErrorBody => ({ code, message, error: message, ...more });

/** Throws a policy's refusal, if any. */
export function demand(refusal: Refusal | null): void {
  if (refusal) throw refusal;
}

/** Takes a refusal for something that isn't there as undefined, and throws any other error. */
export function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
}

export const notFound = (what: string) => new Refusal('not_found', `${what} not found`);
export const signInRequired = () => new Refusal('sign_in_required', 'Please sign in to continue');
export const doorLinkEnded = () =>
  new Refusal('sign_in_required', 'This link has ended. Please ask an organiser for a new one.');

export const invalid = (fields: Record<string, string>) =>
  new Refusal('invalid', Object.values(fields)[0] ?? 'The request is not valid', { fields });
