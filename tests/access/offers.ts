import { all } from './roles.ts';
import type { Rows } from './fixture.ts';

const withoutLink = {
  request: () => ({ body: { token: 'not-signed-here' } }),
  answers: all('invalid'),
};

export const offers = {
  'POST /api/offers': withoutLink,
  'POST /api/offers/accept': withoutLink,
  'POST /api/offers/pass-on': withoutLink,
} satisfies Rows;
