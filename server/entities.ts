/** All entities with an ID. The declarations are data and may be imported from every layer. */
import { type ConstraintError, daysAgo, type Entity } from './database/entity.ts';
import { featureEntities } from './generated/entities.ts';
import { Prisma } from './generated/prisma/client.ts';

/** Records that the API doesn't expose. */
const account = {
  model: 'Account',
  idPrefix: 'acc',
  visible: () => false,
  retention: { keptBecause: 'One per user and account elsewhere.' },
} as const satisfies Entity;
const verification = {
  model: 'Verification',
  idPrefix: 'ver',
  visible: () => false,
  retention: { deleteWhere: Prisma.sql`"expiresAt" < now()` },
} as const satisfies Entity;
const mail = {
  model: 'Mail',
  idPrefix: 'mail',
  visible: () => false,
  retention: { deleteWhere: ({ mailDays }) => Prisma.sql`"createdAt" < ${daysAgo(mailDays)}` },
} as const satisfies Entity;

const declarations = [
  ...featureEntities,
  account,
  verification,
  mail,
] as const satisfies readonly Entity[];

type Declaration = (typeof declarations)[number];

export type EntityModel = Declaration['model'];

export type CountedModel = Extract<Declaration, { isCounted: true }>['model'];

export const entities: readonly (Entity & { model: EntityModel })[] = declarations;

const otherTables: Readonly<Record<string, string>> = { AuditEvent: 'account_event' };

/** Table name of a model, as `@@map` in prisma/schema.prisma says. */
export function tableOf(model: string): string {
  return otherTables[model] ?? model.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
}

export const watchedTables: ReadonlyMap<string, Entity> = new Map(
  entities.filter(({ liveEvents }) => liveEvents).map((entity) => [tableOf(entity.model), entity]),
);

const idUsed: ConstraintError = { code: 'ID_ALREADY_USED', field: ['id'] };

export const constraintErrors: Readonly<Record<string, ConstraintError>> = Object.assign(
  { used_id_pkey: idUsed },
  ...entities.map(({ model, constraints }) => ({
    [`${tableOf(model)}_pkey`]: idUsed,
    ...constraints,
  })),
);
