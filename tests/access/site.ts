import { all, signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

/** The smallest GIF there is. */
const dot = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';

export const site = {
  'GET /api/locations': {
    request: () => ({ query: { q: 'bath' } }),
    answers: all(200),
  },
  'GET /api/locations/spellings': {
    request: () => ({ query: { q: 'Leds' } }),
    answers: all(200),
  },
  'GET /api/places': {
    request: () => ({ query: { q: 'TR18' } }),
    answers: all(200),
  },
  'GET /api/numbers': {
    request: () => ({}),
    answers: all(200),
  },
  'GET /api/openapi.json': {
    request: () => ({}),
    answers: all(200),
  },
  'GET /api/user/quotas': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'GET /api/user/waiting': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'POST /api/media/:use': {
    request: () => ({
      params: { use: 'cover' },
      body: new Blob([Buffer.from(dot, 'base64')], { type: 'image/gif' }),
    }),
    answers: { ...signedIn(201), newcomer: 'profile_incomplete' },
  },
  'POST /api/media': {
    request: () => ({ body: { image: `data:image/gif;base64,${dot}`, use: 'cover' } }),
    answers: { ...signedIn(201), newcomer: 'profile_incomplete' },
  },
} satisfies Rows;
