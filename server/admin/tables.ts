import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

/** Who did what to what; the names are kept as they were, without references, so that no deletion reaches it. */
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
    index('audit_log_target').on(table.targetType, table.targetId),
    index('audit_log_actor').on(table.actorId),
  ],
);

/** Site-wide values that live in the database: what an admin sets, and the generated signing secret. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment(),
});
