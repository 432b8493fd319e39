import { all } from './roles.ts';
import type { Rows } from './fixture.ts';

const withoutLink = {
  request: () => ({ body: { token: 'not-signed-here' } }),
  answers: all('invalid'),
};

export const offers = {
  'POST /api/asks': withoutLink,
  'POST /api/asks/answer': {
    request: () => ({ body: { token: 'not-signed-here', answer: 'cant' } }),
    answers: all('invalid'),
  },
  'POST /api/offers': withoutLink,
  'POST /api/offers/accept': withoutLink,
  'POST /api/offers/pass-on': withoutLink,
} satisfies Rows;
