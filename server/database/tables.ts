/** Tables of the Prisma models, as `@@map` names them in prisma/schema.prisma. */
import { entities } from '#server/entities.ts';
import type { ConstraintError, Entity } from './entity.ts';

const tables = new Map<string, string | undefined>(
  entities.map(({ model, table }) => [model, table]),
);

/** The table of a model: `RowCount` is stored in `row_count`. */
export function tableOf(model: string): string {
  return tables.get(model) ?? model.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
}

/** Entities whose changes are notified, by table. */
export const watchedTables: ReadonlyMap<string, Entity> = new Map(
  entities.filter(({ changes }) => changes).map((entity) => [tableOf(entity.model), entity]),
);

/** Which error a violated constraint is, for the constraints of all entities. */
export const constraintErrors: Readonly<Record<string, ConstraintError>> = Object.assign(
  {},
  ...entities.map(({ constraints }) => constraints),
);
