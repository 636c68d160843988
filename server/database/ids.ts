/**
 * Ids: TypeIDs, that is a prefix per type and a UUIDv7 in base 32, for example
 * `repo_01kahj6ctke53snqxmyxrx2vjh`. They sort by time and are the same everywhere.
 */
import { typeid } from 'typeid-js';

/** The prefix of each model's ids. */
export const idPrefixes = {
  User: 'usr',
  Session: 'ses',
  Account: 'acc',
  Verification: 'ver',
  Repository: 'repo',
  Mail: 'mail',
  AuditEvent: 'evt',
} as const;

export type IdentifiedModel = keyof typeof idPrefixes;

/** A new id for a record of `model`. */
export function newId(model: IdentifiedModel): string {
  return typeid(idPrefixes[model]).toString();
}

/** The model of a table: `account_event` is `AuditEvent`. */
export function modelOfTable(table: string): IdentifiedModel {
  return table.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase()) as IdentifiedModel;
}

const format = /^([a-z]{3,4})_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The model whose ids look like `id`, or undefined where none do. */
export function modelOfId(id: string): IdentifiedModel | undefined {
  const prefix = format.exec(id)?.[1];
  return (Object.keys(idPrefixes) as IdentifiedModel[]).find((name) => idPrefixes[name] === prefix);
}

/** Whether `id` is well-formed for `model`. Anything else cannot exist and needs no statement. */
export function isIdOf(model: IdentifiedModel, id: string): boolean {
  return modelOfId(id) === model;
}
