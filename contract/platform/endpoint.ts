import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Message } from './flash.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call by its method and path: `POST /api/events/:id/rsvps`. */
export type Key = `${Method} /api/${string}`;

/** The callers that may make the call. The feature's policy decides what they may do with it. */
export type Access = 'anyone' | 'signed_in' | 'admin';

/**
 * The rate limit that counts the call (docs/behaviour/README.md, Limits); without one, each process
 * counts it for its address.
 */
export type Rate =
  | 'sign_in'
  | 'registration'
  | 'password_mail'
  | 'payment'
  | 'complaint'
  | 'message_test'
  | 'write'
  | 'preview'
  | 'export'
  | 'moderation'
  | 'report'
  | 'guest_rsvp'
  | 'webhook';

/**
 * The kind of body that the call takes, with its bounds; by default everyday JSON. What a call
 * writes of it is weighed whatever the kind.
 */
export type BodyLimit = 'picture' | 'profile' | 'calendar' | 'list' | 'arrivals';

/** A text file that a call takes in place of JSON. */
export interface TextFile {
  /** The field of the body that has its text in JSON. */
  field: string;
  /** The content types under which it may come as it is. It may come in a form, too. */
  types: readonly string[];
}

/** The facts of the site that the words after a form depend on. */
export interface SiteFacts {
  /** False where emails are kept for admins to read. */
  mailLeaves: boolean;
}

/** The words after a call's form, which pages with script show, too, where they say the same. */
export interface FormWords {
  /** After a success, or made from its answer. */
  done?: Message | ((answer: never, site: SiteFacts) => Message);
  /** The title above the sentence of a refusal. */
  failed?: string;
}

/** The form on the next page that a call's own form fills in, without a script. */
export interface FilledForm {
  /** The form's call; its fields get the answer's texts of the same names. */
  form: Key;
  /** The field that gets the token that was sent. */
  token: string;
}

interface Shape {
  /** An imperative of at most eight words without a full stop, shown in the API's description. */
  summary: string;
  words?: FormWords;
  access: Access;
  /** Helpers at the door may make the call by their link: `Authorization: Door <token>`. */
  doorLinks?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The schema of the answer's body; absent if there is none (204). */
  response?: z.ZodType;
  /**
   * The statuses of a success. By default: 200 with an answer, 204 without one, and 302 for a GET
   * without one.
   */
  answers?: readonly (200 | 201 | 202)[];
  /** The answer's content type, if it isn't JSON. */
  sends?: 'text/calendar' | 'text/csv' | 'text/html' | 'text/markdown' | 'application/zip';
  /**
   * The refusals of the call, besides those that follow from the rest of the declaration
   * (`refusalsOf`).
   */
  refuses?: readonly ErrorCode[];
  rate?: Rate;
  /**
   * The most rows that the call writes with the body's text: it costs more points from the start
   * (`declaredPoints`). Without it a call costs what it writes.
   */
  rows?: number;
  /**
   * Another rate limit, for calls with `true` in a field of the body; it counts the caller's
   * account, not the address.
   */
  rateIf?: { field: string; rate: Rate };
  /**
   * The fields of the body that an attacker could guess: a password, or a second-step code. They
   * belong to the caller's account. If anyone may call, they belong to the account named by
   * `email`, or to the one whose password this browser has entered. Repeated refusals make the
   * caller wait longer each time.
   */
  guesses?: { password?: string; code?: string };
  /** The answer is the same for every signed-out caller, and may be a few seconds old for them. */
  shared?: true;
  /** Signed-out visitors see nothing of the change, so their shared answers stay valid. */
  keepsPublicCache?: true;
  /**
   * A POST that changes nothing: its body keeps a secret out of addresses. Pages use it like a GET.
   */
  reads?: true;
  /**
   * The answer may be two seconds old, so a replica may give it, but it always includes the
   * caller's own changes. Shared answers may lag, too.
   */
  mayLag?: true;
  /**
   * Callers may repeat the call with the same `Idempotency-Key` header (16 to 64 letters and
   * digits): for a day it creates one item per key and person, and gives the same answer again.
   */
  once?: true;
  /**
   * Its form is on a page that sends no referrer, because the page's address is a key. Browsers
   * send `Origin: null` with such a form.
   */
  formWithoutReferrer?: true;
  fills?: FilledForm;
  bodyLimit?: BodyLimit;
  /** The sentence for a larger body. */
  tooLarge?: string;
  /**
   * The body is a picture with its own content type, not JSON: the handler gets its `type` and
   * `bytes`.
   */
  takes?: 'picture';
  /** The body may also be a text file, or a form with one: the handler gets its bytes as `file`. */
  textFile?: TextFile;
  /**
   * The header with the body's signature, for calls from another server: the handler gets the exact
   * body as `payload`, and `signature`.
   */
  signedBy?: string;
}

/** Every call except a GET names its rate. */
type ShapeOf<K extends Key> = K extends `GET ${string}` ? Shape : Shape & { rate: Rate };

export type Endpoint<K extends Key = Key, S extends Shape = Shape> = { key: K } & S;

/**
 * Declares a call: its key, who may make it, and the schemas of its input and answer. A page that
 * imports something else from the same file doesn't load it.
 */
// @__NO_SIDE_EFFECTS__
export function endpoint<const K extends Key, const S extends ShapeOf<K>>(
  key: K,
  shape: S,
): Endpoint<K, S> {
  return { key, ...shape };
}

type Parsed<S, Part extends 'params' | 'query' | 'body'> = S extends {
  [P in Part]: infer T extends z.ZodType;
}
  ? { [P in Part]: z.output<T> }
  : unknown;

type ParsedBody<S> = S extends { textFile: TextFile; body: infer T extends z.ZodType }
  ? { body: z.output<T> | { file: Uint8Array } }
  : Parsed<S, 'body'>;

/** The input of a handler: each declared part, parsed. */
export type InputOf<E> = Parsed<E, 'params'> & Parsed<E, 'query'> & ParsedBody<E>;

/** The answer's body; `undefined` for a call without one. */
export type AnswerOf<E> = E extends { response: infer R extends z.ZodType }
  ? z.output<R>
  : undefined;

type Raw<S, Part extends 'params' | 'query' | 'body'> = S extends {
  [P in Part]: infer T extends z.ZodType;
}
  ? Part extends 'query'
    ? { query?: z.input<T> }
    : undefined extends z.input<T>
      ? { [P in Part]?: z.input<T> }
      : { [P in Part]: z.input<T> }
  : unknown;

type RawBody<S> = S extends { takes: 'picture' }
  ? { body: Blob }
  : S extends { textFile: TextFile; body: infer T extends z.ZodType }
    ? { body: z.input<T> | Blob }
    : Raw<S, 'body'>;

/**
 * The input of a caller: each declared part before parsing; a query is optional, and so is a body
 * that has a default.
 */
export type CallInput<E> = Raw<E, 'params'> & Raw<E, 'query'> & RawBody<E>;
