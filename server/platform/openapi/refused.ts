import { errorStatus, type ErrorCode } from '#contract/platform/errors.ts';
import { quotaNames } from '#contract/platform/quotas.ts';
import { schemaReferences, type Response } from './operations.ts';
import { schemaRef, type JsonSchema } from './schemas.ts';

/** The body of every refusal. */
export const refusalSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(errorStatus) },
    message: { type: 'string', minLength: 1 },
    error: { type: 'string', minLength: 1 },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    quota: {
      type: 'object',
      properties: {
        name: { type: 'string', enum: [...quotaNames] },
        limit: { type: 'integer' },
        used: { type: 'integer' },
      },
      required: ['name', 'limit', 'used'],
      additionalProperties: false,
    },
    current: {
      type: 'object',
      properties: { revision: { type: 'integer' } },
      required: ['revision'],
      additionalProperties: true,
    },
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'error'],
  additionalProperties: false,
};

const statusMeanings: Record<number, string> = {
  400: 'The request is not valid; `fields` names what is wrong with it',
  401: 'Nobody is signed in, or the token is not valid',
  403: 'You may not do this',
  404: 'It does not exist, or you may not see it',
  409: 'It cannot be done as things stand; `quota` has the quota that is used up, and `current` has the newer values and the `revision` of what you edit',
  413: 'The body is too large',
  415: 'The body has the wrong content type',
  429: 'Too many calls',
  500: 'Something went wrong; the log has it under `requestId`',
  503: 'Not available right now',
};

/** Describes the response for codes that share one status. */
export function refusalResponse(codes: ErrorCode[]): Response {
  const [status = 400] = codes.map((code) => errorStatus[code]);
  return {
    description: `${statusMeanings[status] ?? ''}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    ...([429, 503].includes(status) && { headers: schemaReferences(['Retry-After']) }),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: schemaRef('Refusal') }], properties: { code: { enum: codes } } },
        example: refusalExample(codes),
      },
    },
  };
}

const codeSentences: Record<ErrorCode, string> = {
  invalid: 'Please check what you sent',
  sign_in_required: 'Please sign in to continue',
  forbidden: 'You cannot do this',
  not_a_member: 'Please join the group first',
  profile_incomplete: 'Please complete your profile first',
  suspended: 'This account is suspended',
  not_found: 'Event not found',
  conflict: 'This cannot be done as things stand',
  full: 'No place is left',
  quota: 'You can post 200 comments in 24 hours, and you have. Please try again later.',
  too_large: 'This is too large to send',
  unsupported_media_type: 'Please send the request as JSON',
  too_many_requests: 'Too many tries. Please wait a while and try again.',
  internal: 'Something went wrong. Please try again later.',
  unavailable: 'The service is not available right now. Please try again later.',
  payments_unavailable: 'Donations are not available right now',
};

function refusalExample([code = 'invalid']: ErrorCode[]) {
  const message = codeSentences[code];
  const isInternal = errorStatus[code] === 500;
  return {
    code,
    message,
    error: message,
    ...(isInternal && { requestId: '3f0c8f6e-6f0b-4c58-9a39-3b8a4a1d6a5e' }),
  };
}
