import type { NotificationTopic } from '#contract/base/notifications.ts';
import type { EmailContext, PushLine } from '#platform/mail/email.ts';
import { registered } from '#platform/registered.ts';

/** News that comes to devices alone, by kind, each with its payload. */
export interface PushPayloads {}

export type PushKind = keyof PushPayloads;

export interface PushMessage extends PushLine {
  title: string;
  /** The page that a press opens. */
  path: string;
}

export interface PushDefinition<Payload> {
  topic: NotificationTopic;
  /** Returns undefined if nothing is left to say by now. */
  write: (payload: Payload, context: EmailContext) => Promise<PushMessage | undefined>;
}

export type PushesOf<Kind extends PushKind> = { [K in Kind]: PushDefinition<PushPayloads[K]> };

/** All kinds of news for devices alone; `server/mail.ts` collects them from the features. */
export const pushDefinitions = registered<PushesOf<PushKind>>('pushes');

/** Undefined for any other kind. */
export function pushDefinitionOf(kind: string): PushDefinition<PushPayloads[PushKind]> | undefined {
  const definitions = pushDefinitions.read();
  return Object.hasOwn(definitions, kind) ? definitions[kind as PushKind] : undefined;
}
