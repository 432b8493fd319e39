import { by, type Input, type Mutation } from './mutation.ts';
import { groupForm } from '#tests/support/forms.ts';

const ofImport: Input = ({ imported }) => ({ params: { id: imported.id } });
const uids = ['picnic@calendar.example', 'choir@calendar.example'];

const invited: Input = ({ group, people }) => ({
  params: { id: group.id },
  body: { emails: ['ada@example.org', people.outsider.email], consent: true },
});

/** Each kind of change by what comes from elsewhere: calendars, groups and people. */
export const importMutations: readonly Mutation[] = [
  by('organiser', 'publishes a calendar', 'POST /api/imports/:id/publish', (fixture) => ({
    ...ofImport(fixture),
    body: { uids },
  })),
  by('owner', 'publishes the calendar', 'POST /api/imports/:id/publish', (fixture) => ({
    ...ofImport(fixture),
    body: { uids },
  })),
  by('owner', 'takes the calendar back', 'DELETE /api/imports/:id', ofImport),
  by('outsider', 'brings a group along', 'POST /api/groups/import', () => ({
    body: { format: 'villagehall-group', version: 1, group: groupForm, events: [], series: [] },
  })),
  by('organiser', 'invites people by email', 'POST /api/groups/:id/email-invitations', invited),
  by('owner', 'invites them by email, too', 'POST /api/groups/:id/email-invitations', invited),
];
