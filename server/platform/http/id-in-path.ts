import { Id } from '#contract/platform/values.ts';
import { notFound } from '#platform/refusal.ts';

/** @throws Refusal `not_found` for an invalid id */
export function idOf(text: string, what: string): number {
  const id = Id.safeParse(text);
  if (!id.success) throw notFound(what);
  return id.data;
}
