import type { Language } from '#shared/languages.ts';
import type { Role } from '#shared/permissions.ts';

/** Who may use a root field. */
export type Access = 'public' | 'signedIn' | 'accountOwner' | 'admin';

export type RootField = {
  kind: 'query' | 'mutation' | 'subscription';
  access: Access;
  /** Asks the field. It may declare `name`, `email`, and `<type>Id` of any entity with `newRecord`. */
  document: string;
};

/** `related`: the user, an admin acting as them, and admins. `admin`: null for everyone else. */
export type FieldAccess = 'signedIn' | 'related' | 'admin';

/**
 * What the tests expect of one entity, written by hand in tests/entities and never derived from the
 * code under test.
 */
export type Expectations = {
  /** The GraphQL type, which is the model too. */
  type: string;
  rootFields?: Record<string, RootField>;
  /** Who reads each field of a record. */
  recordFields: Record<string, FieldAccess>;
  /** The columns of a new record besides its ID, for an entity that belongs to no other record. */
  newRecord?: (name: string) => Record<string, unknown>;
  permissions?: Record<Role, readonly string[]>;
  /** Pages without an ID, which the menus and the command palette list. */
  pages?: readonly string[];
  /** Texts, as `namespace:key`, that read the same as in English, each looked at. */
  sameAsEnglish?: Partial<Record<Language, readonly string[]>>;
};

/** A query that any of `access` may ask. */
export function query(access: Access, document: string): RootField {
  return { kind: 'query', access, document };
}

/** A mutation: `variables` as declared in the document, and the call without its payload. */
export function mutation(access: Access, variables: string, call: string): RootField {
  const document = `mutation ${variables} { ${call} { errors { code } } }`;
  return { kind: 'mutation', access, document };
}
