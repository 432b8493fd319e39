import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AttendeeNames, Audience, OpenTo } from '#contract/community/audience.ts';
import { GroupType, groupTypes, JoinPolicy } from '#contract/community/groups.ts';
import { optionalTexts, type OptionalText } from '#contract/events/event-fields.ts';
import { accessFacts, factValues } from '#contract/events/venue/access-facts.ts';
import { projectFile } from '#platform/process/files.ts';

/** The paragraphs of a text. */
const Text = z.array(z.string()).transform((paragraphs) => paragraphs.join('\n\n'));
const optionalFlag = z.literal(true).optional();

/** An account. The newcomer's profile is not complete: first name only. */
const Person = z.strictObject({
  firstName: z.string(),
  lastName: z.string().optional(),
  town: z.string().optional(),
  /** The United Kingdom by default. */
  country: z.enum(['Ireland', 'Other']).optional(),
  bio: z.string().optional(),
});
export type DemoPerson = z.infer<typeof Person>;

const People = z.strictObject({
  /** The demo sign-ins, by the name before the @ of their address. */
  accounts: z.strictObject({ admin: Person, organiser: Person, member: Person, newcomer: Person }),
  /** Looks like the admin's name, with a capital I for an l; belongs to no group. */
  lookalike: Person,
  /** By their keys, which other files name. */
  members: z.record(z.string(), Person),
  /** Families whose children come to events for under 18s. The first adult answers for them. */
  households: z.array(
    z.strictObject({
      adults: z.tuple([z.string(), z.string().optional()]),
      children: z.array(z.strictObject({ firstName: z.string(), note: z.string().optional() })),
    }),
  ),
  /** People at events that are open to anyone; the demo knows no address of theirs. */
  withoutAccount: z.strictObject({
    guests: z.array(z.strictObject({ firstName: z.string(), guests: z.int() })),
    added: z.array(z.strictObject({ name: z.string(), people: z.int(), note: z.string() })),
  }),
});

/** Where people meet, by the venue's words: whether everybody sees it, and how they get in. */
const Venues = z.record(
  z.string(),
  z.strictObject({
    isPublic: optionalFlag,
    access: z.partialRecord(z.enum(accessFacts), z.enum(factValues)).optional(),
  }),
);

/**
 * `by` is a member's key, or `admin`, `organiser` or `member` for a demo sign-in. A negative time
 * is after the event.
 */
const Comment = z.strictObject({ by: z.string(), daysBefore: z.number(), text: z.string() });
export type DemoComment = z.infer<typeof Comment>;

/** The optional texts of the event form, such as the price in words. */
const optionalTextFields = Object.fromEntries(
  optionalTexts.map((field) => [field, z.string().nullable().default(null)]),
) as Record<OptionalText, z.ZodDefault<z.ZodNullable<z.ZodString>>>;

const Event = z.strictObject({
  ...optionalTextFields,
  title: z.string(),
  description: Text,
  /** The full location, for members. */
  venue: z.string(),
  /** The public location. */
  town: z.string(),
  /** ISO: 1 is Monday. */
  weekday: z.int().min(1).max(7),
  /** London wall time, 'HH:MM'. */
  start: z.string().regex(/^\d\d:\d\d$/),
  minutes: z.int(),
  /** Weeks from today's week, earliest first: negative is past, 0 this week. */
  weeks: z.array(z.int()),
  /** The dates are a weekly series; weeks in between, and bank holidays, are left out. */
  isSeries: optionalFlag,
  /**
   * One date each week from this week on: a date that is over moves to the end, so some are always
   * near.
   */
  isWeekly: optionalFlag,
  /** About how many of the group's members attend. */
  attendees: z.int(),
  /** The capacity, guests included; unlimited without it. */
  capacity: z.int().optional(),
  /** Guests allowed per attendee; every third attendee brings some. */
  guestsAllowed: z.int().optional(),
  /** The deadline for RSVPs. */
  closesDaysBefore: z.number().optional(),
  /** How many are on the waiting list of full events. */
  waiting: z.int().optional(),
  /** Set if it differs from the group's. */
  audience: Audience.optional(),
  /** Members by default. */
  openTo: OpenTo.optional(),
  /** Set if it differs from the group's. */
  category: GroupType.optional(),
  inPersonToo: optionalFlag,
  /** Comments on the first occurrence, `weeks[0]`. */
  comments: z.array(Comment).optional(),
});
export type DemoEvent = z.infer<typeof Event>;

/** A message from the owner to the members. */
const Message = z.strictObject({
  subject: z.string(),
  text: Text,
  daysAgo: z.number(),
  /** The number of emails that bounced. */
  failed: z.int().optional(),
});
export type DemoMessage = z.infer<typeof Message>;

/** A group of the type that its file is named by. */
const Group = z.strictObject({
  name: z.string(),
  description: Text,
  chargeForEvents: z.enum(['free', 'paid']),
  joinPolicy: JoinPolicy,
  /** The question for people who ask to join. */
  joinQuestion: z.string().optional(),
  town: z.string(),
  /** A member's key, or 'organiser' for the demo organiser. */
  owner: z.string(),
  /** Everyone by default. */
  audience: Audience.optional(),
  /** The people who see attendees' names; by default everyone who is signed in. */
  attendeeNames: AttendeeNames.optional(),
  /**
   * Off by default: its events ask every member, and this is the note of the first who can't come.
   */
  cantCome: z.string().optional(),
  /** Required for groups for under 18s. */
  safeguarding: z.strictObject({ lead: z.string(), contact: z.string() }).optional(),
  /** Keys of people who are surely among the members. */
  regulars: z.array(z.string()).optional(),
  /** About how many members the group has. */
  members: z.int(),
  monthsOld: z.int(),
  /** Approved by default. */
  status: z.enum(['approved', 'pending_approval']).optional(),
  /** How long a pending group has waited for its review. */
  hoursWaiting: z.number().optional(),
  messages: z.array(Message).optional(),
  events: z.array(Event),
});
export type DemoGroup = z.infer<typeof Group> & { type: GroupType };

/** @throws Error that names the file, and what in it is wrong */
function readFile<T>(name: string, schema: z.ZodType<T>): T {
  const path = `server/demo/content/${name}.json`;
  const parsed = schema.safeParse(JSON.parse(readFileSync(projectFile(path), 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

const groupsOf = (type: GroupType): DemoGroup[] =>
  readFile(`groups/${type}`, z.array(Group)).map((group) => ({ ...group, type }));

const readContent = () => ({
  ...readFile('people', People),
  venues: readFile('venues', Venues),
  groups: groupTypes.flatMap(groupsOf),
});

let content: ReturnType<typeof readContent> | undefined;

/** Returns what a demo shows, from the files in `content/`. */
export const demoContent = () => (content ??= readContent());
