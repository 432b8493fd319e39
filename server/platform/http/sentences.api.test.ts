import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

/** A call in which only one field is wrong, with the sentence about it. */
type WrongCall = [key: string, field: string, sentence: string, payload?: unknown];

const picture = { image: 'data:image/png;base64,AAAA', use: 'avatar' };
const member = 'PATCH /api/groups/1/members/somebody';

const calls: WrongCall[] = [
  ['GET /api/events?when=later', 'when', 'Please send one of: upcoming, past, all'],
  ['GET /api/user/events?when=all', 'when', 'Please send one of: upcoming, past'],
  ['GET /api/groups?sort=size', 'sort', 'Please send one of: popular, new'],
  ['GET /api/groups?type=sports', 'type', 'Please select a group type'],
  ['GET /api/events?category=walks', 'category', 'Please send the id of one, or all'],
  ['GET /api/groups?limit=many', 'limit', 'Please send a whole number'],
  ['POST /api/groups', 'joinPolicy', 'Please select how people join', { joinPolicy: 'secret' }],
  [member, 'status', 'Please send approved', { status: 'pending' }],
  [member, 'isOrganizer', 'Please send true or false', { isOrganizer: 'yes' }],
  ['PUT /api/groups/1/owner', 'userId', 'This is missing', {}],
  ['PUT /api/groups/1/owner', 'userId', 'This is not valid', { userId: '?' }],
  ['POST /api/media', 'use', 'Please send cover', picture],
  ['POST /api/events', 'body', 'Please send an object', []],
];

it.each(calls)('%s with a wrong %s answers: %s', async (key, field, sentence, payload) => {
  const client = await app.as(await make.user());
  const [method, url = ''] = key.split(' ');
  const response = await client.request({
    method: method as 'GET',
    url,
    ...(payload !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    }),
  });
  expect(response.statusCode).toBe(400);
  expect(response.json<{ fields: Record<string, string> }>().fields[field]).toBe(sentence);
});
