import { desc, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import {
  notificationTopics,
  type Channels,
  type Notifications,
  type NotificationTopic,
  type PushDevice,
} from '#contract/base/notifications.ts';
import { defaultPreferences, preferenceColumns } from '#features/base/mail/queries/preferences.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';
import type { Config } from '#platform/config.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import type { Reader } from '#platform/db/database.ts';
import { pushDevices } from '#platform/push/tables.ts';

/** The columns of emails by topic; those with urgent news always go out. */
export const emailColumns = {
  ...preferenceColumns,
  messages: mailPreferences.messages,
} satisfies Record<Exclude<NotificationTopic, 'urgent'>, unknown>;

export const pushColumns = {
  confirmations: mailPreferences.pushConfirmations,
  reminders: mailPreferences.pushReminders,
  asking: mailPreferences.pushAsking,
  groupRequests: mailPreferences.pushGroupRequests,
  fullEvents: mailPreferences.pushFullEvents,
  groupNews: mailPreferences.pushGroupNews,
  fundraising: mailPreferences.pushFundraising,
  reviews: mailPreferences.pushReviews,
  messages: mailPreferences.pushMessages,
  urgent: mailPreferences.pushUrgent,
} satisfies Record<NotificationTopic, unknown>;

type ByTopic = Record<NotificationTopic, Channels>;

const topics = (channelsOfTopic: (topic: NotificationTopic) => Channels): ByTopic =>
  Object.fromEntries(notificationTopics.map((topic) => [topic, channelsOfTopic(topic)])) as ByTopic;

/** The choice of those who have made none: urgent news and reminders come to devices. */
const defaultChannels = topics((topic) => ({
  email: topic === 'messages' || topic === 'urgent' || defaultPreferences[topic],
  push: topic === 'urgent' || topic === 'reminders',
}));

/** How a member chose to hear of each topic. */
export async function channelsOf(db: Reader, userId: string): Promise<ByTopic> {
  const [chosen] = await db
    .select({ email: emailColumns, push: pushColumns })
    .from(mailPreferences)
    .where(eq(mailPreferences.userId, userId));
  if (!chosen) return defaultChannels;
  const { email, push } = chosen;
  return topics((topic) => ({
    email: topic === 'urgent' || email[topic],
    push: push[topic],
  }));
}

/**
 * SQL for whether a member chose news of a topic, by email or on a device that they have. Each
 * channel asks again when the news goes out.
 */
export const wantsNews = (
  topic: Exclude<NotificationTopic, 'urgent'>,
  userId: SQLWrapper,
): SQL => sql`coalesce((
  select ${emailColumns[topic]} or ${pushColumns[topic]} and exists (
    select from ${pushDevices} where ${pushDevices.userId} = ${mailPreferences.userId})
  from ${mailPreferences} where ${mailPreferences.userId} = ${userId}),
  ${defaultChannels[topic].email}::boolean)`;

export const notificationsOf = async (
  db: Reader,
  userId: string,
  { pushHosts }: Pick<Config, 'pushHosts'>,
): Promise<Notifications> => ({
  pushAvailable: pushHosts !== undefined,
  topics: await channelsOf(db, userId),
});

/** Newest first. */
export async function devicesOf(
  db: Reader,
  userId: string,
  token: string | undefined,
): Promise<PushDevice[]> {
  const rows = await db
    .select({
      id: pushDevices.id,
      name: pushDevices.name,
      createdAt: pushDevices.createdAt,
      lastSentAt: pushDevices.lastSentAt,
      sessionId: pushDevices.sessionId,
    })
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(desc(pushDevices.id));
  const ownSession = token === undefined ? undefined : tokenHash(token);
  return rows.map(({ createdAt, lastSentAt, sessionId, ...device }) => ({
    ...device,
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    ...(sessionId === ownSession && { current: true as const }),
  }));
}
