import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id } from '#contract/platform/values.ts';

/** The query parameter of the group's page and of joining, and the token's place in the link. */
export const InvitationToken = z.string().max(64);

/** The address that an invitation link has on the site. */
export const joinPath = (token: string) => `/join/${token}`;

/** The group's page for somebody who has followed the link. */
export const invitedPath = (groupId: number, token: string) =>
  `/groups/${groupId}?invitation=${encodeURIComponent(token)}`;

export const InvitationLink = z.strictObject({
  url: z.string().meta({ examples: ['https://hall.example/join/5e5e5e5e5e5e5e5e'] }),
  /** The path of the link's QR code, as an SVG. */
  qr: z.string(),
  /** Members who came by this link or an earlier one. */
  joined: z.int(),
});
export type InvitationLink = z.infer<typeof InvitationLink>;

const params = z.object({ id: Id });

/** For organisers. */
export const getInvitationLink = endpoint('GET /api/groups/:id/invitation-link', {
  summary: "Get a group's invitation link",
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  response: InvitationLink,
});

/** The earlier link stops working. */
export const replaceInvitationLink = endpoint('POST /api/groups/:id/invitation-link', {
  summary: "Replace a group's invitation link",
  answers: [201],
  refuses: ['forbidden'],

  access: 'signed_in',
  rate: 'write',
  params,
  response: InvitationLink,
});

export const MembersFileCount = z.strictObject({
  members: z.int(),
  /** Members with a date under 'Last Attended'. */
  attended: z.int(),
  /** The headings of the file. */
  columns: z.array(z.string()),
  /** The lines that are no member's own: empty, or the rest of an answer. */
  skipped: z.array(z.strictObject({ line: z.int(), reason: z.string() })),
});
export type MembersFileCount = z.infer<typeof MembersFileCount>;

/** The file is a list of members that Meetup exports; nothing of it is stored. */
export const countMembersFile = endpoint('POST /api/groups/:id/members-file', {
  summary: 'Count the members in a Meetup file',
  refuses: ['forbidden'],

  access: 'signed_in',
  rate: 'preview',
  bodyLimit: 'list',
  params,
  body: z.object({ text: z.string() }),
  response: MembersFileCount,
});
