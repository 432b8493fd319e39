import { forAdmins, type Rows } from './rows.ts';

const documentParams = { paper: 'retention' };
// No document has this number, so an admin gets 'not found'.
const version = { ...documentParams, version: 2_000_000 };

export const complianceDocuments = {
  'GET /api/admin/papers': forAdmins(200),
  'GET /api/admin/papers/:paper': forAdmins(200, () => ({ params: documentParams })),
  'GET /api/admin/papers/:paper/versions': forAdmins(200, () => ({ params: documentParams })),
  'PATCH /api/admin/papers/:paper/draft': forAdmins('invalid', () => ({
    params: documentParams,
    body: { answers: { more: 'x' }, after: 0 },
  })),
  'DELETE /api/admin/papers/:paper/draft': forAdmins(204, () => ({ params: documentParams })),
  // Its questions are unanswered, so an admin gets a validation error.
  'POST /api/admin/papers/:paper/versions': forAdmins('invalid', () => ({
    params: documentParams,
    body: { answers: {}, after: 0 },
  })),
  'GET /api/admin/papers/:paper/versions/:version': forAdmins('not_found', () => ({
    params: version,
  })),
  'GET /api/admin/papers/:paper/versions/:version/paper.md': forAdmins('not_found', () => ({
    params: version,
  })),
} satisfies Rows;
