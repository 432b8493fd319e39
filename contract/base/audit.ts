import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { FilterText, Instant, paging } from '#contract/platform/values.ts';

const AuditEntry = z.strictObject({
  id: z.int().meta({ examples: [77] }),
  action: z.string(),
  /**
   * The account that acted; `name` and `email` are null for the site itself and for deleted
   * accounts.
   */
  actor: z.strictObject({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** `name` is set if the account still exists. */
  target: z.strictObject({ type: z.string(), id: z.string(), name: z.string().nullable() }),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: Instant,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const dayRule = 'Please enter a date such as 2026-06-10';

const Day = z.union([
  z.literal('').transform(() => undefined),
  z.iso.date(dayRule).refine((day) => day >= '1970-01-01', dayRule),
]);

/** Newest first; `from` and `to` are days in London, both included. */
export const listAudit = endpoint('GET /api/admin/audit', {
  summary: 'List the actions of admins, newest first',

  access: 'admin',
  query: z.object({
    /** An account's id, or its email address. */
    actor: FilterText,
    action: FilterText,
    targetType: FilterText,
    targetId: FilterText,
    from: Day.optional(),
    to: Day.optional(),
    ...paging,
  }),
  response: z.array(AuditEntry),
});

export const getAuditFilters = endpoint('GET /api/admin/audit/filters', {
  summary: 'Get the filters of the audit log',

  access: 'admin',
  response: z.strictObject({
    actors: z.array(z.strictObject({ id: z.string(), name: z.string().nullable() })),
    actions: z.array(z.string()),
    targetTypes: z.array(z.string()),
  }),
});
