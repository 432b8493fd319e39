import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { identifier, json, moment } from '#platform/db/columns.ts';

/**
 * Actions with their actor and target. Names are copies without references, so that no deletion
 * reaches them.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    actorId: identifier().notNull(),
    action: identifier().notNull(),
    targetType: identifier().notNull(),
    targetId: identifier().notNull(),
    before: json<unknown>(),
    after: json<unknown>(),
    createdAt: moment(),
  },
  (table) => [
    index('audit_log_created').on(table.createdAt, table.id),
    index('audit_log_target_new').on(table.targetType, table.targetId, table.createdAt, table.id),
    index('audit_log_actor_new').on(table.actorId, table.createdAt, table.id),
    index('audit_log_action_new').on(table.action, table.createdAt, table.id),
  ],
);
