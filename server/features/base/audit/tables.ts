import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';

/**
 * Actions with their actor and target. Names are copies without references, so that no deletion
 * reaches them.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    actorId: text().notNull(),
    action: text().notNull(),
    targetType: text().notNull(),
    targetId: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    createdAt: moment(),
  },
  (table) => [
    index('audit_log_created').on(table.createdAt, table.id),
    index('audit_log_target_new').on(table.targetType, table.targetId, table.createdAt, table.id),
    index('audit_log_actor_new').on(table.actorId, table.createdAt, table.id),
    index('audit_log_action_new').on(table.action, table.createdAt, table.id),
  ],
);
