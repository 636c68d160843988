/** Table names of the Prisma models, matching `@@map` in prisma/schema.prisma. */
import { entities } from '#server/entities.ts';
import type { ConstraintError, Entity } from './entity.ts';

const tables = new Map<string, string | undefined>(
  entities.map(({ model, table }) => [model, table]),
);

export function tableOf(model: string): string {
  return tables.get(model) ?? model.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
}

export const watchedTables: ReadonlyMap<string, Entity> = new Map(
  entities.filter(({ changes }) => changes).map((entity) => [tableOf(entity.model), entity]),
);

const idUsed: ConstraintError = { code: 'ID_ALREADY_USED', field: ['id'] };

export const constraintErrors: Readonly<Record<string, ConstraintError>> = Object.assign(
  { used_id_pkey: idUsed },
  ...entities.map(({ model, constraints }) => ({
    [`${tableOf(model)}_pkey`]: idUsed,
    ...constraints,
  })),
);
