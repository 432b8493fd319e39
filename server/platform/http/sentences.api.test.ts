import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

/** The sentences for a call in which only one field is wrong. */
async function messageFor(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  url: string,
  field: string,
  payload?: unknown,
): Promise<unknown> {
  const client = await app.as(await make.user());
  const response = await client.request({
    method,
    url,
    ...(payload !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    }),
  });
  expect(response.statusCode).toBe(400);
  return response.json<{ fields: Record<string, string> }>().fields[field];
}

describe('an invalid choice gets a sentence for', () => {
  it.each([
    ['when', '/api/events?when=later', 'Please send one of: upcoming, past, all'],
    ['when', '/api/user/events?when=all', 'Please send one of: upcoming, past'],
    ['sort', '/api/groups?sort=size', 'Please send one of: popular, new'],
    ['type', '/api/groups?type=sports', 'Please select a group type'],
    ['category', '/api/events?category=walks', 'Please send the id of one, or all'],
    ['limit', '/api/groups?limit=many', 'Please send a whole number'],
  ])('%s of %s', async (field, url, sentence) => {
    expect(await messageFor('GET', url, field)).toBe(sentence);
  });

  it('the way to join of a group', async () => {
    const sentence = await messageFor('POST', '/api/groups', 'joinPolicy', {
      joinPolicy: 'secret',
    });
    expect(sentence).toBe('Please select how people join');
  });

  it("a member's new state", async () => {
    const url = '/api/groups/1/members/somebody';
    expect(await messageFor('PATCH', url, 'status', { status: 'pending' })).toBe(
      'Please send approved',
    );
    expect(await messageFor('PATCH', url, 'isOrganizer', { isOrganizer: 'yes' })).toBe(
      'Please send true or false',
    );
  });

  it("a group's new owner", async () => {
    expect(await messageFor('PUT', '/api/groups/1/owner', 'userId', {})).toBe('This is missing');
    expect(await messageFor('PUT', '/api/groups/1/owner', 'userId', { userId: '?' })).toBe(
      'This is not valid',
    );
  });

  it("an uploaded picture's use", async () => {
    const image = 'data:image/png;base64,AAAA';
    expect(await messageFor('POST', '/api/media', 'use', { image, use: 'avatar' })).toBe(
      'Please send cover',
    );
  });

  it('a body other than an object', async () => {
    expect(await messageFor('POST', '/api/events', 'body', [])).toBe('Please send an object');
  });
});
