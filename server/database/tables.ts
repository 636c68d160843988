/** The table of each Prisma model, as `@@map` names it in prisma/schema.prisma. */

/** Models whose table has another name than theirs in snake case. */
const renamed: Readonly<Record<string, string>> = { AuditEvent: 'account_event' };

/** The table of a model: `RowCount` is stored in `row_count`. */
export function tableOf(model: string): string {
  return renamed[model] ?? model.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
}
