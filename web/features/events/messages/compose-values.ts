import { zodResolver } from '@hookform/resolvers/zod';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { audiences, MessageForm } from '#contract/events/messages.ts';

const Composed = MessageForm.extend({
  audience: z.enum(audiences),
  asksForDonations: z.boolean(),
});

export type Values = z.input<typeof Composed>;
export type Composed = z.output<typeof Composed>;
export type ComposeFormOf = UseFormReturn<Values, unknown, Composed>;

export const composeResolver = zodResolver(Composed);

export const noMessage = (eventId: number | undefined): Values => ({
  audience: eventId === undefined ? 'members' : 'going',
  subject: '',
  text: '',
  asksForDonations: false,
});
