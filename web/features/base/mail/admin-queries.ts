import { param, pages, prefetch, query } from '#web/platform/data/queries.ts';
import type { LoadContext } from '#web/platform/router/pages.ts';

export type MailFilters = { q?: string; state?: string; cursor?: string };

export function mailFilters(search: URLSearchParams): MailFilters {
  const [q, state, cursor] = ['q', 'state', 'cursor'].map((name) => param(search, name));
  return { ...(q && { q }), ...(state && { state }), ...(cursor && { cursor }) };
}

type State = 'kept' | 'sent' | 'dead' | 'waiting';

export const mailStates: Record<
  State,
  { label: string; tone: 'good' | 'neutral' | 'danger' | 'accent' }
> = {
  kept: { label: 'Kept', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'good' },
  dead: { label: 'Failed', tone: 'danger' },
  waiting: { label: 'Waiting', tone: 'accent' },
};

export const mailPages = (filters: MailFilters) =>
  pages('GET /api/admin/mail', {
    query: { ...filters, state: (filters.state ?? '') as State | '', limit: 25 },
  });

export const suppressionPages = ({ q, cursor }: MailFilters) =>
  pages('GET /api/admin/suppressions', {
    query: { ...(q && { q }), ...(cursor && { cursor }), limit: 25 },
  });

export const loadSuppressions = ({ client, search }: LoadContext) =>
  prefetch(client, [suppressionPages(mailFilters(search))]);

export const emailQuery = (id: string) => query('GET /api/admin/mail/:id', { params: { id } });

export const loadMail = ({ client, search }: LoadContext) =>
  prefetch(client, [mailPages(mailFilters(search))]);

export const loadEmail = ({ client, params }: LoadContext) =>
  prefetch(client, [emailQuery(params.id ?? '')]);
