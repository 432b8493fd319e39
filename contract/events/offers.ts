import { z } from 'zod';
import { acceptOfferWords, passOnOfferWords } from './form-words.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Instant } from '#contract/platform/values.ts';

/** The signed link of an email; it replaces a session. */
export const LinkBody = z.object({ token: z.string().max(500) });

/** The event that an email's link is about. */
export const LinkedEvent = z.strictObject({
  id: z.int(),
  title: z.string(),
  startTime: Instant,
  endTime: Instant,
  location: z.string(),
  town: z.string().nullable(),
  imageUrl: z.string().nullable(),
  categoryId: z.int(),
  group: z.strictObject({ id: z.int(), name: z.string() }),
});
export type LinkedEvent = z.infer<typeof LinkedEvent>;

/**
 * The subject of the link. Reading it changes nothing, because email programs follow links on their
 * own.
 */
export const OfferedPlace = z.strictObject({
  /** `open`: the recipient can accept or decline it; other states are its outcome. */
  state: z.enum(['open', 'taken', 'over']),
  offerExpiresAt: Instant.nullable(),
  guests: z.int(),
  self: z.boolean().optional(),
  children: z.int().optional(),
  event: LinkedEvent,
});
export type OfferedPlace = z.infer<typeof OfferedPlace>;

/** A POST, so the link's token is in no logged address. */
export const readLinkCall = {
  access: 'anyone',
  rate: 'write',
  keepsPublicCache: true,
  reads: true,
  body: LinkBody,
} as const;
export const answerLinkCall = {
  formWithoutReferrer: true,
  access: 'anyone',
  rate: 'write',
  body: LinkBody,
} as const;

export const readOffer = endpoint('POST /api/offers', {
  summary: 'Get an offered place by its link',
  refuses: ['suspended', 'not_found'],

  ...readLinkCall,
  response: OfferedPlace,
});

export const acceptOffer = endpoint('POST /api/offers/accept', {
  summary: 'Accept an offered place by its link',
  words: acceptOfferWords,
  refuses: ['not_a_member', 'suspended', 'not_found', 'full'],

  ...answerLinkCall,
  response: OfferedPlace,
});

/** The next person on the waiting list gets an offer. */
export const passOnOffer = endpoint('POST /api/offers/pass-on', {
  summary: 'Decline an offered place by its link',
  words: passOnOfferWords,
  refuses: ['suspended', 'not_found'],

  ...answerLinkCall,
  response: OfferedPlace,
});
