import { admins } from './roles.ts';
import type { Rows } from './fixture.ts';

const documentParams = { paper: 'retention' };
// No document has this number, so an admin gets 'not found'.
const version = { ...documentParams, version: 2_000_000 };

export const complianceDocuments = {
  'GET /api/admin/papers': { request: () => ({}), answers: admins(200) },
  'GET /api/admin/papers/:paper': {
    request: () => ({ params: documentParams }),
    answers: admins(200),
  },
  'GET /api/admin/papers/:paper/versions': {
    request: () => ({ params: documentParams }),
    answers: admins(200),
  },
  'PATCH /api/admin/papers/:paper/draft': {
    request: () => ({ params: documentParams, body: { answers: { more: 'x' }, after: 0 } }),
    answers: admins('invalid'),
  },
  'DELETE /api/admin/papers/:paper/draft': {
    request: () => ({ params: documentParams }),
    answers: admins(204),
  },
  'POST /api/admin/papers/:paper/versions': {
    // Its questions are unanswered, so an admin gets a validation error.
    request: () => ({ params: documentParams, body: { answers: {}, after: 0 } }),
    answers: admins('invalid'),
  },
  'GET /api/admin/papers/:paper/versions/:version': {
    request: () => ({ params: version }),
    answers: admins('not_found'),
  },
  'GET /api/admin/papers/:paper/versions/:version/paper.md': {
    request: () => ({ params: version }),
    answers: admins('not_found'),
  },
} satisfies Rows;
