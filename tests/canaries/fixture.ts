import { eq } from 'drizzle-orm';
import { users } from '#features/base/accounts/tables.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { events } from '#features/events/events/tables.ts';
import { mails } from '#platform/mail/tables.ts';
import { invitations } from '#features/base/settings/tables.ts';
import { pushDevices } from '#platform/push/tables.ts';
import { newSubscription } from '#tests/support/push-service.ts';
import { mailTokens, twoSteps } from '#features/base/sign-in/tables.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { switchTwoStepOn } from '#tests/support/two-step.ts';
import { plantDraft, plantVersion } from '#tests/support/compliance.ts';
import { plantPendingContact } from '#tests/support/contacts.ts';
import { plantPasskey } from '#tests/support/passkeys.ts';
import { tokenForm } from '#tests/support/tokens.ts';
import { recoveryHash } from '#platform/crypto/readable-code.ts';
import { canary, plantHidden } from './hidden.ts';
import { plantGuests } from './guests.ts';
import { plantImported } from './imported.ts';
import { produceKeys } from './keys.ts';
import { plantReported } from './reported.ts';
import { roles, type Role } from './roles.ts';
import { plantVenues } from './venues.ts';

const everybodyElse = (...known: Role[]) => roles.filter((role) => known.includes(role));
const signedIn = everybodyElse('outsider', 'member', 'blocked', 'organiser', 'holder', 'admin');
const allBut = (role: Role) => signedIn.filter((each) => each !== role);

/** A complaint by a visitor, which an admin answers, and an open one by a member. */
async function complainAndAnswer(
  app: TestApp,
  admin: Client,
  member: Client,
  word: Record<'complaint' | 'complainer' | 'outcome' | 'ownComplaint', string>,
): Promise<void> {
  const body = { kind: 'content' as const, text: word.complaint, email: word.complainer };
  await app.visitor().call('POST /api/complaints', { body });
  const [{ id } = { id: 0 }] = (await admin.call('GET /api/admin/complaints')).body;
  await admin.call('PATCH /api/admin/complaints/:id', {
    params: { id },
    body: { outcome: word.outcome },
  });
  await member.call('POST /api/complaints', {
    body: { ...body, text: word.ownComplaint, email: 'other@example.com' },
  });
}

/**
 * Creates everything the site stores about one member and their content, and the people who may see
 * it.
 */
export async function plant(app: TestApp, log: string[]) {
  const { make, db, as } = app;
  const word = {
    firstName: canary('first'),
    lastName: canary('last'),
    email: `${canary('mail')}@example.com`,
    phoneNumber: canary('phone'),
    bio: canary('bio'),
    town: canary('town'),
    picture: `https://pictures.example/${canary('picture')}.png`,
    venue: canary('venue'),
    comment: canary('comment'),
    held: canary('held'),
    removed: canary('removed'),
    hiddenName: canary('hidden'),
    reason: canary('reason'),
    hiddenVenue: canary('hiddenvenue'),
    invitation: canary('code'),
    donor: `${canary('donor')}@example.com`,
    link: canary('token'),
    former: canary('former'),
    waiting: canary('waiting'),
    waitingBio: canary('waitingbio'),
    inLine: canary('inline'),
    message: canary('message'),
    contact: canary('contact'),
    heldContact: canary('heldcontact'),
    tokenName: canary('tokenname'),
    deviceName: canary('devicename'),
    passkeyName: canary('passkeyname'),
    passkeyCredential: canary('passkeycredential'),
    passkeyKey: canary('passkeykey'),
    complaint: canary('complaint'),
    complainer: `${canary('complainer')}@example.com`,
    outcome: canary('outcome'),
    ownComplaint: canary('owncomplaint'),
    blockedName: canary('blocked'),
    blockedBio: canary('blockedbio'),
    blockedComment: canary('blockedcomment'),
    toMembers: canary('tomembers'),
    toOrganisers: canary('toorganisers'),
    lead: canary('lead'),
    leadContact: canary('leadcontact'),
    edit: canary('edit'),
    paper: canary('paper'),
    paperDraft: canary('paperdraft'),
    reporter: canary('reporter'),
    reporterMail: `${canary('reportermail')}@example.com`,
    strangerMail: `${canary('strangermail')}@example.com`,
    details: canary('details'),
    appeal: canary('appeal'),
    joinAnswer: canary('joinanswer'),
    ownJoinAnswer: canary('ownjoinanswer'),
  };
  const holder = await make.user({
    firstName: word.firstName,
    lastName: word.lastName,
    email: word.email,
    phoneNumber: word.phoneNumber,
    bio: `Plays the ${word.bio} every other Sunday.`,
    location: `${word.town}, United Kingdom`,
    profileImageUrl: word.picture,
  });
  const owner = await make.user();
  const group = await make.group({
    owner,
    audience: 'under18',
    safeguardingLead: word.lead,
    safeguardingContact: word.leadContact,
    edit: {
      description: `We meet at ${word.edit} from now on.`,
      joinQuestion: `Can you find ${word.edit}?`,
    },
  });
  await make.membership(group, holder, {
    answer: word.ownJoinAnswer,
    approvedAt: app.clock.read(),
  });
  const event = await make.event({ group, location: `${word.venue} Hall` });
  const past = await make.pastEvent({ group, location: `${word.venue} Hall` });
  await make.rsvp(event, holder);
  const comment = await make.comment(event, holder, { content: word.comment });
  await plantPendingContact(app, group, holder, word.heldContact);
  const pendingComment = await make.pendingComment(event, holder, word.held);
  const hidden = await make.group({
    owner: holder,
    name: word.hiddenName,
    status: 'rejected',
    statusReason: word.reason,
  });
  const hiddenEvent = await make.event({ group: hidden, location: `${word.hiddenVenue} Hall` });
  const weekly = await make.series({ group, location: `${word.venue} Hall` });
  const hiddenWeekly = await make.series({ group: hidden, location: `${word.hiddenVenue} Hall` });
  const donor = await make.user({ email: word.donor });
  const donation = await make.donation({ userId: donor.id });
  await make.donation({ userId: holder.id, amount: 1234 });
  const waiting = await make.group({ joinPolicy: 'approval' });
  const waits = await make.user({
    firstName: word.waiting,
    bio: `Would like to ${word.waitingBio}.`,
  });
  const full = await make.event({ group, capacity: 1 });
  await make.rsvp(full, await make.member(group));
  await make.message(group, { sentById: owner.id, state: 'held', text: word.message });
  const inLine = await make.pendingMember(group, { firstName: word.inLine });
  await make.waiting(full, inLine, { guests: 2 });
  // Pending members' names are not in the member list, so viewers meet them at the event only.
  const shy = {
    members: await make.pendingMember(group, { firstName: word.toMembers }),
    organisers: await make.pendingMember(group, { firstName: word.toOrganisers }),
  };
  for (const attendeeNames of ['members', 'organisers'] as const) {
    await make.rsvp(await make.event({ group, attendeeNames }), shy[attendeeNames]);
  }
  const request = { status: 'pending', answer: word.joinAnswer } as const;
  for (const place of [group, waiting]) await make.membership(place, waits, request);
  const [outsider, admin] = [await make.user(), await make.admin()];
  const member = await make.member(group);
  const blocked = await make.member(group, {
    firstName: word.blockedName,
    bio: `Has never heard of the ${word.blockedBio}.`,
  });
  const people = { outsider, member, blocked, organiser: owner, holder, admin };
  await db.insert(invitations).values({ code: word.invitation, createdById: admin.id });
  await db.insert(mailTokens).values({
    id: word.link,
    userId: holder.id,
    purpose: 'reset_password',
    expiresAt: app.clock.inHours(1),
  });
  // The venue and the first name change, so that notifications of a change exist as well.
  const host = await as(owner);
  await host.call('PATCH /api/events/:id', {
    params: { id: event.id },
    body: { location: `${word.venue} ${word.former}` },
  });
  await make.rsvp(event, blocked);
  await make.comment(event, blocked, { content: word.blockedComment });
  const venues = await plantVenues(app, group, host, holder);
  const imported = await plantImported(app, group, host);
  const twoStep = await switchTwoStepOn(app, holder);
  const [sealed] = await db.select().from(twoSteps).where(eq(twoSteps.userId, holder.id));
  const own = await as(holder);
  await own.call('PUT /api/users/:id/block', { params: { id: blocked.id } });
  await own.call('POST /api/groups/:id/members', { params: { id: waiting.id } });
  // Only the email itself shows the organisers the sender's address.
  await own.call('POST /api/groups/:id/contact', {
    params: { id: group.id },
    body: { subject: 'A question', text: word.contact },
  });
  await complainAndAnswer(app, await as(admin), own, word);
  // The spammer is banned, and their content removed.
  const spammer = await make.member(group);
  await make.comment(event, spammer, { content: word.removed });
  await make.group({ owner: spammer, name: word.removed });
  await make.event({ group, createdById: spammer.id, title: word.removed });
  const boss = await as(admin);
  await boss.call('POST /api/admin/users/:id/cleanup', { params: { id: spammer.id }, body: {} });
  const veiled = await plantHidden(app, { group, event, holder, member, organiser: owner });
  await plantVersion(db, admin, {
    paper: 'retention',
    savedAt: app.clock.read(),
    answers: { owner: word.paper },
    markdown: word.paper,
  });
  await plantDraft(db, admin, {
    paper: 'measures',
    savedAt: app.clock.read(),
    answers: { accountable: word.paperDraft },
  });
  const scripts = await own.call('POST /api/user/tokens', {
    body: { ...tokenForm, name: word.tokenName },
  });
  await plantPasskey(app, holder, {
    name: word.passkeyName,
    credentialId: word.passkeyCredential,
    publicKey: word.passkeyKey,
    rpId: 'before.example',
  });
  await app.visitor().withBearer(scripts.body.token).call('GET /api/user/groups');
  const subscription = newSubscription();
  await own.call('POST /api/user/push-devices', {
    body: { ...subscription, name: word.deviceName },
  });
  const [device] = await db.select().from(pushDevices).where(eq(pushDevices.userId, holder.id));
  const calendar = await own.call('POST /api/user/calendar-feed');
  const calendarToken = /calendar\/(.+)\.ics$/.exec(calendar.body.url)?.[1] ?? '';
  const reported = await plantReported(app, word, event, holder);
  const came = await plantGuests(app, {
    organiser: owner,
    members: [holder, member, blocked],
    log,
  });
  const keys = await produceKeys(app, { holder, plain: outsider, log });
  const clients = { visitor: app.visitor() } as Record<Role, Client>;
  for (const role of signedIn) {
    clients[role] = await as(people[role as keyof typeof people]);
  }
  const [kept] = await db.select().from(users).where(eq(users.id, holder.id));
  const sessionId = tokenHash(clients.holder.session ?? '');
  // A person who attends a hidden event, or waits for it, exports an email with its title.
  const alsoSeenBy: Record<string, Role[]> = {
    title: ['member', 'organiser'],
    titleThere: ['member'],
  };
  const membersAndAdmins = everybodyElse('member', 'organiser', 'holder', 'admin');
  const self = everybodyElse('holder');
  const selfAndAdmin = everybodyElse('holder', 'admin');
  const admins = everybodyElse('admin');
  const managers = everybodyElse('organiser', 'admin');
  const allSeenBy = (texts: Record<string, string>, seenBy: Role[]) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text, seenBy }]));
  /** Each secret and the roles that may see it; each of those roles does see it somewhere. */
  const secrets: Record<string, { text: string; seenBy: Role[] }> = {
    'first name': { text: word.firstName, seenBy: allBut('blocked') },
    'first name of who waits to be let in': { text: word.waiting, seenBy: managers },
    'bio of who waits to be let in': { text: word.waitingBio, seenBy: managers },
    'answer of who waits to be let in': { text: word.joinAnswer, seenBy: managers },
    "a member's answer": {
      text: word.ownJoinAnswer,
      seenBy: everybodyElse('organiser', 'holder', 'admin'),
    },
    'first name of who waits for a place': { text: word.inLine, seenBy: managers },
    'first name of who comes, for members': {
      text: word.toMembers,
      seenBy: [...membersAndAdmins, 'blocked'],
    },
    'first name of who comes, for organisers': { text: word.toOrganisers, seenBy: managers },
    'safeguarding lead': { text: word.lead, seenBy: signedIn },
    'how to reach that lead': { text: word.leadContact, seenBy: signedIn },
    // An id or a picture would identify a person across lists; visitors see pseudonyms and nothing
    // about blocks.
    'id of a member': { text: holder.id, seenBy: allBut('blocked') },
    'picture of a member': { text: word.picture, seenBy: allBut('blocked') },
    'id of an organiser': { text: owner.id, seenBy: signedIn },
    'id of whom the holder has blocked': { text: blocked.id, seenBy: signedIn },
    'last name': { text: word.lastName, seenBy: selfAndAdmin },
    'e-mail address': { text: word.email, seenBy: selfAndAdmin },
    'phone number': { text: word.phoneNumber, seenBy: self },
    // Attendees of a public event are visible there.
    bio: { text: word.bio, seenBy: allBut('blocked') },
    'home town': { text: word.town, seenBy: allBut('blocked') },
    // The holder sees it in their own list of blocks.
    'first name of whom the holder has blocked': { text: word.blockedName, seenBy: signedIn },
    'bio of whom the holder has blocked': { text: word.blockedBio, seenBy: allBut('holder') },
    'comment of whom the holder has blocked': {
      text: word.blockedComment,
      seenBy: everybodyElse('member', 'blocked', 'organiser', 'admin'),
    },
    venue: { text: word.venue, seenBy: signedIn },
    'a venue changed to': { text: word.former, seenBy: signedIn },
    'a public venue': { text: venues.open, seenBy: [...roles] },
    'postcode of a public venue': { text: venues.openPostcode, seenBy: [...roles] },
    'a venue that was public': { text: venues.closed, seenBy: signedIn },
    'postcode of a venue that was public': { text: venues.closedPostcode, seenBy: [] },
    'link to take part online': {
      text: venues.link,
      seenBy: everybodyElse('organiser', 'holder', 'admin'),
    },
    comment: { text: word.comment, seenBy: membersAndAdmins },
    'a comment that is held': {
      text: word.held,
      seenBy: everybodyElse('holder', 'organiser', 'admin'),
    },
    'a message that is held': { text: word.message, seenBy: managers },
    'a message to organisers': { text: word.contact, seenBy: everybodyElse('organiser', 'holder') },
    'a message to organisers that is held': { text: word.heldContact, seenBy: selfAndAdmin },
    'a complaint of somebody signed out': { text: word.complaint, seenBy: admins },
    'the address they gave': { text: word.complainer, seenBy: admins },
    'what came of it': { text: word.outcome, seenBy: admins },
    "a member's complaint": { text: word.ownComplaint, seenBy: selfAndAdmin },
    'what was removed of a spammer': { text: word.removed, seenBy: [] },
    ...Object.fromEntries(
      Object.entries(veiled.word).map(([name, text]) => [
        `what is hidden: ${name}`,
        { text, seenBy: [...selfAndAdmin, ...(alsoSeenBy[name] ?? [])] },
      ]),
    ),
    'an edit that awaits approval': { text: word.edit, seenBy: managers },
    'name of who reported something': { text: word.reporter, seenBy: admins },
    'address of who reported something': { text: word.reporterMail, seenBy: admins },
    'address of a stranger who did': { text: word.strangerMail, seenBy: admins },
    'details of a report': { text: word.details, seenBy: admins },
    "a reporter's appeal": { text: word.appeal, seenBy: admins },
    'name of a rejected group': { text: word.hiddenName, seenBy: selfAndAdmin },
    'reason of a rejection': { text: word.reason, seenBy: selfAndAdmin },
    'venue in a rejected group': { text: word.hiddenVenue, seenBy: selfAndAdmin },
    "invitation's code": { text: word.invitation, seenBy: admins },
    'an answer in a paper': { text: word.paper, seenBy: admins },
    'an answer in a draft of a paper': { text: word.paperDraft, seenBy: admins },
    "donor's e-mail address": { text: word.donor, seenBy: admins },
    "session's name": { text: sessionId, seenBy: self },
    "session's token": { text: clients.holder.session ?? '', seenBy: [] },
    // Admins read it in the email about the token.
    "name of a script's token": { text: word.tokenName, seenBy: selfAndAdmin },
    "a script's token": { text: scripts.body.token, seenBy: [] },
    'hash of that token': { text: tokenHash(scripts.body.token), seenBy: [] },
    'name of a device': { text: word.deviceName, seenBy: self },
    'address of a device': { text: subscription.endpoint, seenBy: [] },
    'key of a device': { text: subscription.keys.p256dh, seenBy: [] },
    'secret of a device': { text: subscription.keys.auth, seenBy: [] },
    'those as they are kept': { text: device?.sealedSubscription ?? '', seenBy: [] },
    'hash of that address': { text: device?.endpointHash ?? '', seenBy: [] },
    'name of a passkey': { text: word.passkeyName, seenBy: self },
    'id of a passkey on its device': { text: word.passkeyCredential, seenBy: [] },
    'public key of a passkey': { text: word.passkeyKey, seenBy: [] },
    "calendar's token": { text: calendarToken, seenBy: [] },
    "hash of the calendar's token": { text: tokenHash(calendarToken), seenBy: [] },
    'hash of the password': { text: kept?.passwordHash ?? '', seenBy: [] },
    'key of the second step': { text: twoStep.key, seenBy: [] },
    'that key as it is kept': { text: sealed?.sealedKey ?? '', seenBy: [] },
    ...Object.fromEntries(
      twoStep.recoveryCodes.map((text, each) => [`recovery code ${each}`, { text, seenBy: [] }]),
    ),
    ...allSeenBy(keys, []),
    'hash of a recovery code': { text: recoveryHash(twoStep.recoveryCodes[0] ?? ''), seenBy: [] },
    ...allSeenBy(came.names, managers),
    // Admins read who got an email.
    "a guest's address": { text: came.address, seenBy: admins },
    ...allSeenBy(came.keys, []),
    // Organisers read it from the day before alone.
    'phone of an adult who brings a child': { text: came.phone, seenBy: [] },
    ...imported.secrets,
    'name of a mailed link': { text: word.link, seenBy: [] },
  };
  const rows = await db.select({ id: events.id }).from(events);
  const ownMails = await db
    .select({ id: mails.id })
    .from(mails)
    .where(eq(mails.recipient, holder.email));
  const ids = {
    groups: [...[group, hidden, waiting, came.group].map(({ id }) => id), ...veiled.groups],
    events: rows.map(({ id }) => id),
    series: [weekly.id, hiddenWeekly.id, ...veiled.series],
    imports: imported.ids,
    past: past.id,
    hiddenEvent: hiddenEvent.id,
    comments: [comment.id, pendingComment.id, ...veiled.comments],
    donations: [donation.id],
    users: [
      holder.id,
      donor.id,
      waits.id,
      spammer.id,
      blocked.id,
      shy.members.id,
      shy.organisers.id,
    ],
    sessions: [sessionId],
    mails: ownMails.map(({ id }) => id),
    cases: reported.cases,
    references: reported.references,
  };
  return { app, word, people, reporter: reported.reporter, came, clients, secrets, ids };
}

export type Planted = Awaited<ReturnType<typeof plant>>;
