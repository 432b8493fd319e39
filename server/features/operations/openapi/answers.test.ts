import { expect, it } from 'vitest';
import { checkAgainstApi, type CheckedAnswer } from '#tests/support/api-checker.ts';

const json = 'application/json; charset=utf-8';

function answered(statusCode: number, sent: unknown, type = json): CheckedAnswer {
  const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return { statusCode, body, rawPayload: Buffer.from(body), headers: { 'content-type': type } };
}

const category = { id: 1, name: 'General' };
const refusal = { code: 'not_found', message: 'Event not found', error: 'Event not found' };

it('the check of answers accepts an answer that fits its description', () => {
  checkAgainstApi('GET', '/api/categories', answered(200, [category]));
  checkAgainstApi('GET', '/api/events/12?x=1', answered(404, refusal));
  checkAgainstApi('DELETE', '/api/events/12/rsvps', answered(204, ''));
  checkAgainstApi('GET', '/api/events/12/calendar.ics', answered(200, 'BEGIN', 'text/calendar'));
  checkAgainstApi('GET', '/api/no-such-call', answered(404, refusal));
});

it.each([
  [
    'what it does not tell of',
    answered(200, [{ ...category, venue: 'x' }]),
    '/0 must NOT have additional properties: venue',
  ],
  ['what is not there', answered(200, [{ id: 1 }]), "/0 must have required property 'name'"],
  ['another kind of value', answered(200, [{ ...category, id: '1' }]), '/0/id must be integer'],
  ['another status', answered(201, [category]), 'it has no such status'],
  ['another type', answered(200, 'x', 'text/html'), 'it sends application/json, not text/html'],
  [
    'a code that it does not refuse by',
    answered(503, { ...refusal, code: 'payments_unavailable' }),
    '/code must be equal to one of the allowed values',
  ],
  [
    'more than a refusal has',
    answered(429, { ...refusal, code: 'too_many_requests', stack: 'x' }),
    'additional properties: stack',
  ],
])('the check of answers names the call that answers %s', (_, answer, problem) => {
  const check = () => checkAgainstApi('GET', '/api/categories', answer);
  expect(check).toThrow('GET /api/categories answered');
  expect(check).toThrow(problem);
});

it('the check of answers names a call with an undescribed answer', () => {
  expect(() => checkAgainstApi('DELETE', '/api/events/12/rsvps', answered(204, 'x'))).toThrow(
    'DELETE /api/events/{id}/rsvps answered 204, and in /api/openapi.json it has no body',
  );
});

it('the check of answers refuses an invalid date', () => {
  const status = { user: null };
  expect(() => checkAgainstApi('GET', '/api/user', answered(200, status))).toThrow(
    '/user must be object',
  );
});
