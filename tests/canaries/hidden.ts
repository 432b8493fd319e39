import { randomBytes } from 'node:crypto';
import { hiding } from '#tests/support/hiding.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';

/** Makes a unique word that no encoding changes. */
export const canary = (name: string) => `canary${name}${lettersOf(randomBytes(6))}`;

/** Emails leave out names with many figures. */
const lettersOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

/**
 * The people around the hidden content: the holder wrote it, the member attends, the organiser runs
 * the rest.
 */
interface HiddenContext {
  group: { id: number };
  event: { id: number };
  holder: User;
  member: User;
  organiser: User;
}

/** Creates a member's content that an admin has hidden, with what other people did around it. */
export async function plantHidden(app: TestApp, context: HiddenContext) {
  const { make, as } = app;
  const { group, holder, member, organiser } = context;
  const word = {
    comment: canary('veiledcomment'),
    title: canary('veiledevent'),
    venue: canary('veiledvenue'),
    message: canary('veiledmessage'),
    name: canary('veiledgroup'),
    titleThere: canary('veiledthere'),
    commentThere: canary('veiledsaid'),
  };
  const comment = await make.comment(context.event, holder, { content: word.comment });
  const event = await make.event({
    group,
    createdById: holder.id,
    title: word.title,
    description: `All about ${word.title}, told by those who were there.`,
    location: `${word.venue} Hall`,
    capacity: 1,
  });
  await make.rsvp(event, member);
  await make.waiting(event, organiser);
  await make.comment(event, holder, { content: word.title });
  await make.message(group, {
    sentById: holder.id,
    eventId: event.id,
    audience: 'going',
    text: word.message,
  });
  const club = await make.group({ owner: holder, name: word.name, location: word.name });
  await make.membership(club, member);
  await make.membership(club, organiser, { isOrganizer: true });
  const meeting = await make.event({ group: club, createdById: holder.id, title: word.titleThere });
  await make.rsvp(meeting, member);
  await make.comment(meeting, holder, { content: word.commentThere });
  const series = await make.series({ group: club, createdById: holder.id, title: word.titleThere });
  // The member's own comments stay theirs but no longer show their place.
  for (const at of [event, meeting]) await make.comment(at, member, { content: 'Coming!' });
  const writer = await as(holder);
  await writer.call('POST /api/groups/:id/contact', {
    params: { id: club.id },
    body: { subject: 'A question', text: word.name },
  });
  const { hide } = hiding(app);
  await hide('comment', comment);
  await hide('event', event);
  await hide('group', club);
  await (await createTestMailer(app)).deliver();
  return {
    word,
    comments: [comment.id],
    events: [event.id, meeting.id],
    groups: [club.id],
    series: [series.id],
  };
}
