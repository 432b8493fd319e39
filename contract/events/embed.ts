import { z } from 'zod';
import { embedThemes, maxEmbedded, defaultEmbedded } from './embed-paths.ts';
import { AccessFilter } from './venue/fields.ts';
import {
  FilterChoice,
  FilterFlag,
  FilterId,
  FilterText,
  NearText,
  Within,
} from '#contract/platform/values.ts';

const howMany = `Please send a number from 1 to ${maxEmbedded}`;

/** The query of `GET /embed/events`; a blank value means the default. */
export const EmbedQuery = z.object({
  group: FilterId,
  location: FilterText,
  category: FilterId,
  q: FilterText,
  near: NearText,
  within: Within,
  access: AccessFilter,
  online: FilterChoice,
  free: FilterFlag,
  limit: z
    .string(howMany)
    .regex(/^\d{0,3}$/, howMany)
    .transform((text) => (text === '' ? defaultEmbedded : Number(text)))
    .refine((limit) => limit >= 1 && limit <= maxEmbedded, howMany)
    .default(defaultEmbedded),
  theme: z
    .enum(['', ...embedThemes], `Please send one of: ${embedThemes.join(', ')}`)
    .transform((theme) => theme || 'auto')
    .default('auto'),
  accent: z
    .string('Please send one colour, as RRGGBB')
    .regex(/^([\da-f]{6})?$/i, 'Please send a colour as RRGGBB, such as 0e4f39')
    .transform((colour) => colour.toLowerCase() || undefined)
    .optional(),
});
export type EmbedQuery = z.output<typeof EmbedQuery>;
