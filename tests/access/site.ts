import { signedIn } from './roles.ts';
import { forAll, forAccounts, sending, type Rows } from './rows.ts';

/** The smallest GIF there is. */
const dot = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';

export const site = {
  'GET /api/locations': forAll(200, () => ({ query: { q: 'bath' } })),
  'GET /api/locations/spellings': forAll(200, () => ({ query: { q: 'Leds' } })),
  'GET /api/places': forAll(200, () => ({ query: { q: 'TR18' } })),
  'GET /api/places/known': forAll(200, () => ({ query: { q: 'Keswick' } })),
  'GET /api/numbers': forAll(200),
  'GET /api/openapi.json': forAll(200),
  'GET /api/user/quotas': forAccounts(200),
  'GET /api/user/waiting': forAccounts(200),
  'POST /api/media/:use': {
    request: () => ({
      params: { use: 'cover' },
      body: new Blob([Buffer.from(dot, 'base64')], { type: 'image/gif' }),
    }),
    answers: { ...signedIn(201), newcomer: 'profile_incomplete' },
  },
  'POST /api/media': {
    request: sending({ image: `data:image/gif;base64,${dot}`, use: 'cover' }),
    answers: { ...signedIn(201), newcomer: 'profile_incomplete' },
  },
} satisfies Rows;
