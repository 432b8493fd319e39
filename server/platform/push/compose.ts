import type { PushPayload } from '#contract/base/notifications.ts';
import { day } from '#contract/platform/durations.ts';
import { maxPushBytes } from '#contract/platform/limits.ts';
import { pathOf, siteOf, type ComposeDeps } from '#platform/mail/compose.ts';
import {
  definitionOf,
  notificationTopicOf,
  type EmailContext,
  type EmailMessage,
} from '#platform/mail/email.ts';
import type { NotificationTopic } from '#contract/base/notifications.ts';
import { pushDefinitionOf, type PushMessage } from './news.ts';
import type { Device, LeasedPush } from './queue.ts';
import { notificationsPath, paths } from '#contract/platform/paths.ts';

/** The kind of a notification that its member sends to try a device. */
export const deviceTest = 'device_test';

export interface ComposedPush {
  payload: PushPayload;
  /** The moment after which it is worthless. */
  until: Date;
  urgency: 'low' | 'normal' | 'high';
}

/** How long news keeps that has no end of its own. */
const keepsFor = day;
/** Push services take no longer time (RFC 8030 leaves it to them; Google's is four weeks). */
const longestMs = 28 * day;

/** Composes a notification from the facts as they are; undefined if nothing is left to say. */
export async function composePush(
  push: LeasedPush,
  { userId }: Pick<Device, 'userId'>,
  deps: ComposeDeps,
  now: Date,
): Promise<ComposedPush | undefined> {
  const { db, services } = deps;
  const addressee = await services.addresseeOf(db, userId);
  if (!addressee?.isActive) return undefined;
  const { isActive: _, isConfirmed: _confirmed, phone: _phone, ...recipient } = addressee;
  const site = await siteOf(deps, now);
  const context = { db, now, site, recipient, forDevices: true as const };
  const topic = topicOf(push.kind);
  if (topic && !(await isWanted(push.kind, topic, userId, deps))) return undefined;
  const message = await write(push, context);
  if (!message) return undefined;
  const latest = new Date(now.getTime() + longestMs);
  const until = message.until ?? new Date(push.createdAt.getTime() + keepsFor);
  return {
    payload: fitting({ ...message, tag: push.throttleKey.slice(0, longestTag) }),
    until: until < latest ? until : latest,
    urgency:
      topic === undefined || topic === 'urgent' || pushDefinitionOf(push.kind)
        ? 'high'
        : urgencyOf(topic),
  };
}

const urgencyOf = (topic: NotificationTopic) =>
  topic === 'groupNews' || topic === 'fundraising' ? ('low' as const) : ('normal' as const);

/** Undefined for a trial, which nobody can turn off. */
const topicOf = (kind: string): NotificationTopic | undefined =>
  pushDefinitionOf(kind)?.topic ?? notificationTopicOf(definitionOf(kind) ?? {});

async function isWanted(
  kind: string,
  topic: NotificationTopic,
  userId: string,
  { db, services }: ComposeDeps,
): Promise<boolean> {
  const { email, push } = (await services.channelsOf(db, userId))[topic];
  return push && !(email && definitionOf(kind)?.pushedWithoutEmail);
}

async function write(push: LeasedPush, context: EmailContext): Promise<PushMessage | undefined> {
  const payload = push.payload as never;
  if (push.kind === deviceTest) return testMessage(context);
  const alone = pushDefinitionOf(push.kind);
  if (alone) return alone.write(payload, context);
  return asPush(await definitionOf(push.kind)?.write?.(payload, context), context);
}

const testMessage = ({ site }: EmailContext): PushMessage => ({
  title: site.name,
  body: 'Notifications work on this device.',
  path: notificationsPath,
});

/** An email as a notification, if it may be one. */
function asPush(
  message: EmailMessage | undefined,
  { site }: EmailContext,
): PushMessage | undefined {
  if (!message?.push || message.isWithheld) return undefined;
  const path = (message.button && pathOf(message.button, site.origin)) ?? paths.home;
  return { title: message.subject, path, ...message.push };
}

const longestTag = 64;

/** Cuts texts to what a locked phone shows, so a payload never exceeds its bound. */
function fitting({ title, body, path, tag }: PushMessage & { tag: string }): PushPayload {
  const payload = { title: cut(title, 120), body: cut(body, 240), path, tag };
  if (Buffer.byteLength(JSON.stringify(payload)) > maxPushBytes) return { ...payload, body: '' };
  return payload;
}

const cut = (text: string, most: number): string => {
  const letters = Array.from(text);
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
};
