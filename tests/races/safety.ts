import { firstVersion } from '#tests/support/compliance.ts';
import { reportBody } from '#tests/support/reports.ts';
import { by, ofUser, type Input, type Mutation } from './mutation.ts';

const answer = 'PATCH /api/admin/complaints/:id';
const ofComplaint: Input = ({ complaint }) => ({
  params: { id: complaint.id },
  body: { outcome: 'The poster is up again.' },
});

export const reportMutations: readonly Mutation[] = [
  by('attendee', 'complains', 'POST /api/complaints', ({ people }) => ({
    body: { kind: 'content', text: 'My poster is gone.', email: people.attendee.email },
  })),
  by('admin', 'answers the complaint', answer, ofComplaint),
  by('deputy', 'answers the complaint', answer, ofComplaint),
];

const verdict =
  (of: 'reported' | 'settled' | 'appealed', body: object): Input =>
  (fixture) => ({
    params: { id: fixture[of].id },
    body: { reason: 'It is against the rules.', ...body },
  });
const judge = 'PATCH /api/admin/reports/:id';

/** The address of an account that other mutations delete. */
const reportsByAddress: Mutation = {
  name: 'visitor: reports the event by the attendee’s address',
  run: ({ visitor, event, people }) => {
    const { body } = reportBody('event', event);
    const typed = { body: { ...body, email: people.attendee.email } };
    return visitor().outcome('POST /api/reports', typed);
  },
};

/** Each kind of change to a report or its subject. */
export const decisionMutations: readonly Mutation[] = [
  reportsByAddress,
  by('organiser', 'reports the comment', 'POST /api/reports', ({ comment }) =>
    reportBody('comment', comment, 'hate'),
  ),
  by('member', 'reports the comment again', 'POST /api/reports', ({ comment }) =>
    reportBody('comment', comment),
  ),
  by('pending', 'reports the event', 'POST /api/reports', ({ event }) =>
    reportBody('event', event),
  ),
  by('outsider', 'reports the attendee', 'POST /api/reports', ({ people }) =>
    reportBody('user', people.attendee),
  ),
  by('admin', 'looks at the report', judge, ({ reported }) => ({
    params: { id: reported.id },
    body: { state: 'looking' },
  })),
  by('admin', 'hides what was reported', judge, verdict('reported', { decision: 'hide' })),
  by('deputy', 'deletes what was reported', judge, verdict('reported', { decision: 'delete' })),
  by(
    'deputy',
    'hides what was reported and bans its author',
    judge,
    verdict('reported', { decision: 'hide', authorDecision: 'ban' }),
  ),
  by('deputy', 'bans who was reported', judge, verdict('reported', { decision: 'ban' })),
  by(
    'admin',
    'suspends who was reported',
    judge,
    verdict('reported', { decision: 'suspend', days: 3 }),
  ),
  by('member', 'appeals', 'POST /api/reports/:reference/appeal', ({ settled: { reference } }) => ({
    params: { reference },
    body: { text: 'Please look again.' },
  })),
  by('admin', 'ends the appeal', judge, verdict('appealed', { decision: 'nothing' })),
  by('deputy', 'bans on appeal', judge, verdict('appealed', { decision: 'ban' })),
];

/** Blocks in both directions. */
export const blockMutations: readonly Mutation[] = [
  by('member', 'blocks the attendee', 'PUT /api/users/:id/block', ofUser('attendee')),
  by('attendee', 'blocks the member', 'PUT /api/users/:id/block', ofUser('member')),
  by('member', 'unblocks the attendee', 'DELETE /api/users/:id/block', ofUser('attendee')),
];

const savesDocument = 'POST /api/admin/papers/:paper/versions';

/** Two versions of one compliance document. */
export const savedDocument: readonly Mutation[] = [
  by('admin', 'saves a paper', savesDocument, () => firstVersion('Ada')),
  by('deputy', 'saves the same paper', savesDocument, () => firstVersion('Bea')),
];
