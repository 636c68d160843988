/** IDs are TypeIDs: an entity prefix and a UUIDv7 in base 32, such as `repo_01kahj6ctke53snqxmyxrx2vjh`. */
import { TypeID, typeid } from 'typeid-js';
import { type EntityModel, entities } from '#server/entities.ts';

const modelByPrefix = new Map(entities.map(({ idPrefix, model }) => [idPrefix, model]));
const prefixes = Object.fromEntries(
  entities.map(({ idPrefix, model }) => [model, idPrefix]),
) as Record<EntityModel, string>;

export const prefixOf = (model: EntityModel): string => prefixes[model];

/** IDs sort by creation time. */
export function newId(model: EntityModel): string {
  return typeid(prefixes[model]).toString();
}

const format = /^([a-z]{3,4})_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function modelOfId(id: string): EntityModel | undefined {
  return modelByPrefix.get(format.exec(id)?.[1] ?? '');
}

/** Whether `id` is well-formed for `model`. No query is needed to reject other IDs. */
export function isIdOf(model: EntityModel, id: string): boolean {
  return modelOfId(id) === model;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Whether a well-formed ID says that it was made within a day from now. A UUIDv7 begins with 48 bits of milliseconds. */
export function isRecentId(id: string): boolean {
  const madeAt = Buffer.from(TypeID.fromString(id).toUUIDBytes()).readUIntBE(0, 6);
  return Math.abs(Date.now() - madeAt) <= dayMs;
}
