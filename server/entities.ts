/** Every entity with an id. The declarations are data and may be imported from every layer. */
import { daysAgo, type Entity } from './database/entity.ts';
import { moduleEntities } from './generated/entities.ts';
import { Prisma } from './generated/prisma/client.ts';

/** Records that the API does not show. */
const account = {
  model: 'Account',
  idPrefix: 'acc',
  retention: { keptBecause: 'One per user, identity provider and account there.' },
} as const satisfies Entity;
const verification = {
  model: 'Verification',
  idPrefix: 'ver',
  retention: { deleteWhere: Prisma.sql`"expiresAt" < now()` },
} as const satisfies Entity;
const mail = {
  model: 'Mail',
  idPrefix: 'mail',
  /** In any state. */
  retention: { deleteWhere: ({ mailDays }) => Prisma.sql`"createdAt" < ${daysAgo(mailDays)}` },
} as const satisfies Entity;

const declarations = [
  ...moduleEntities,
  account,
  verification,
  mail,
] as const satisfies readonly Entity[];

type Declaration = (typeof declarations)[number];

/** Models whose records have a TypeID. */
export type EntityModel = Declaration['model'];

/** Models whose rows the database counts. */
export type CountedModel = Extract<Declaration, { isCounted: true }>['model'];

export const entities: readonly (Entity & { model: EntityModel })[] = declarations;
