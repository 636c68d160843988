/** Every entity with an id. The declarations are data and may be imported from every layer. */
import type { Entity } from './database/entity.ts';
import { moduleEntities } from './generated/entities.ts';

/** Records that the API does not show. */
const account = { model: 'Account', idPrefix: 'acc' } as const satisfies Entity;
const verification = { model: 'Verification', idPrefix: 'ver' } as const satisfies Entity;
const mail = { model: 'Mail', idPrefix: 'mail' } as const satisfies Entity;

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
