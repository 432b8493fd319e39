import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { asClean, Id, line } from '#contract/platform/values.ts';
import { mailTopics } from './mail.ts';

/**
 * The kinds of news that a member chooses by email, on their phone, or both: the emails that can be
 * turned off, the organisers' messages, and urgent news, whose email always goes out. Reminders
 * come by email the day before, and on a phone two hours before the start.
 */
export const notificationTopics = [...mailTopics, 'messages', 'urgent'] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

const channels = { email: z.boolean(), push: z.boolean() };
const Channels = z.strictObject(channels);
export type Channels = z.infer<typeof Channels>;

const topicsOf = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(notificationTopics.map((topic) => [topic, schema])) as Record<
    NotificationTopic,
    Schema
  >;

export const Notifications = z.strictObject({
  /** False where the operator has turned notifications to phones off. */
  pushAvailable: z.boolean(),
  topics: z.strictObject(topicsOf(Channels)),
});
export type Notifications = z.infer<typeof Notifications>;

/** A topic or channel that is left out stays as it is. */
const TopicChanges = z
  .strictObject(topicsOf(Channels.partial()))
  .partial()
  .refine(({ urgent }) => urgent?.email !== false, 'Emails with urgent news can’t be turned off');
export type TopicChanges = z.output<typeof TopicChanges>;

export const getNotifications = endpoint('GET /api/user/notifications', {
  summary: 'Get how you hear of news',
  access: 'signed_in',
  response: Notifications,
});

export const changeNotifications = endpoint('PATCH /api/user/notifications', {
  summary: 'Choose how you hear of news',
  words: {
    done: { title: 'Your choices have been saved' },
    failed: 'Your choices could not be saved',
  },
  access: 'signed_in',
  rate: 'write',
  body: z.object({ topics: TopicChanges }),
  response: Notifications,
});

/** The key of RFC 8291, section 5. */
const exampleKey =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

/** The public key by which browsers recognise this site's notifications (RFC 8292). */
export const getPush = endpoint('GET /api/push', {
  summary: "Get the public key of the site's notifications",
  refuses: ['unavailable'],
  access: 'anyone',
  response: z.strictObject({
    /** 65 bytes in base64url. */
    publicKey: z.string().meta({ examples: [exampleKey] }),
  }),
});

/** A browser that shows this site's notifications. */
export const PushDevice = z.strictObject({
  id: z.int().meta({ examples: [4] }),
  name: z.string().meta({ examples: ['Chrome on Android'] }),
  createdAt: z.string(),
  /** Null if nothing was sent to it yet. */
  lastSentAt: z.string().nullable(),
  /** It is the browser that asks. */
  current: z.literal(true).optional(),
});
export type PushDevice = z.infer<typeof PushDevice>;

export const PushDeviceId = PushDevice.pick({ id: true });

/** Newest first. */
export const listPushDevices = endpoint('GET /api/user/push-devices', {
  summary: 'List devices that get your notifications',
  access: 'signed_in',
  response: z.array(PushDevice),
});

const endpointWrong = 'This browser’s address for notifications can’t be used';
const keysWrong = 'This browser’s keys for notifications have the wrong length';

/** The number of bytes that a text in base64url has; NaN for any other text. */
const bytesOf = (text: string): number =>
  /^[A-Za-z0-9_-]+={0,2}$/.test(text)
    ? Math.floor((text.replaceAll('=', '').length * 3) / 4)
    : Number.NaN;

/** A browser's own `PushSubscription.toJSON()`. */
export const PushDeviceForm = z.object({
  endpoint: asClean(
    z
      .string(endpointWrong)
      .max(2_000, endpointWrong)
      .regex(/^https?:\/\/[!-~]+$/, endpointWrong),
  ).meta({ examples: ['https://example.org/push/cJ3aZr0kQ1s'] }),
  keys: z
    .object(
      {
        p256dh: z.string(keysWrong).meta({ examples: [exampleKey] }),
        auth: z.string(keysWrong).meta({ examples: ['8eDyX_uCN0XRhSbY5hs7Hg'] }),
      },
      keysWrong,
    )
    .refine(({ p256dh, auth }) => bytesOf(p256dh) === 65 && bytesOf(auth) === 16, keysWrong),
  /** The browser's own name by default. */
  name: line({ max: 60 }).optional(),
});

/**
 * Sends the caller's notifications to a browser, until they sign out there. A browser that another
 * account had comes to the caller's. Of more than ten, the one replaced is the one that has been
 * silent longest.
 */
export const addPushDevice = endpoint('POST /api/user/push-devices', {
  answers: [200, 201],
  summary: 'Get your notifications on this device',
  refuses: ['unavailable'],
  access: 'signed_in',
  rate: 'write',
  body: PushDeviceForm,
  response: PushDeviceId,
});

const params = z.object({ id: Id });

export const removePushDevice = endpoint('DELETE /api/user/push-devices/:id', {
  summary: 'Stop notifications on a device',
  access: 'signed_in',
  rate: 'write',
  params,
});

/** It arrives within seconds, whatever kinds of news the caller has chosen. */
export const testPushDevice = endpoint('POST /api/user/push-devices/:id/test', {
  answers: [202],
  summary: 'Send a notification to try a device',
  refuses: ['unavailable'],
  access: 'signed_in',
  rate: 'write',
  params,
  response: PushDeviceId,
});

/** The decrypted data of a push, as a service worker gets it: at most 3,000 bytes. */
export const PushPayload = z.strictObject({
  title: z.string(),
  body: z.string(),
  /** A page of this site; it begins with `/`. */
  path: z.string(),
  /** A notification replaces an earlier one with the same tag. */
  tag: z.string(),
});
export type PushPayload = z.infer<typeof PushPayload>;
