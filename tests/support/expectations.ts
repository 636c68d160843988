import type { Database } from '#server/database/client.ts';
import type { Language } from '#shared/languages.ts';

export type Access = 'public' | 'signedIn' | 'accountOwner' | 'admin';

export type RootField = {
  kind: 'query' | 'mutation' | 'subscription';
  access: Access;
  /** Queries the field. It may declare `name`, `email`, and `<type>Id` of any entity with `newRecord`. */
  document: string;
};

/** `related`: as `own`, and admins. `own`: the user. Impersonating admins count as them. `admin`: null for everyone else. */
export type FieldAccess = 'signedIn' | 'related' | 'own' | 'admin';

/** Kinds of viewers, whose records are in tests/support/visibility-world.ts. */
export const viewers = [
  'anonymous',
  'outsider',
  'person',
  'orgAdmin',
  'manager',
  'impersonator of person',
  'limited access token of orgAdmin',
  'access token of manager without scopes',
  'access token of manager with user:get',
] as const;
export type ViewerName = (typeof viewers)[number];

type Labelled<Label extends string> = Record<Label, { id: string }>;

/** Records that other entities may belong to: `shared` has no owner, and no viewer belongs to `theirs`. */
export type SharedRecords = {
  User: Labelled<'outsider' | 'person' | 'orgAdmin' | 'manager' | 'founder'>;
  Organization: Labelled<'ours' | 'theirs'>;
  Repository: Labelled<'shared' | 'ofOrganization' | 'ofOtherOrganization'>;
  /** Records of another entity with `visibility`, by its type. */
  recordsOf(type: string): Promise<Record<string, { id: string }>>;
};

export type Visibility = {
  /** Creates records by label, at least one that belongs to each of the `shared` ones that decide who sees it. */
  createRecords(database: Database, shared: SharedRecords): Promise<Record<string, { id: string }>>;
  /** Labels of the records that each viewer sees. Viewers that are not listed see none. */
  sees: Partial<Record<ViewerName, readonly string[]>>;
  /** The same for the records that each viewer changes and deletes, if that depends on their owner. */
  changes?: Partial<Record<ViewerName, readonly string[]>>;
};

/** What the tests expect of one entity. Written by hand in tests/entities, never derived from the code under test. */
export type Expectations = {
  type: string;
  rootFields?: Record<string, RootField>;
  /** Scopes that an admin's token needs, by root field. Tokens can't use other root fields. */
  scopes?: Record<string, readonly string[]>;
  recordFields: Record<string, FieldAccess>;
  /** A new record's columns except the ID. Creates the record it belongs to with Prisma's nested `create`. */
  newRecord?: (name: string) => Record<string, unknown>;
  /** Valid and invalid values of input fields, the first one valid. IDs of related records have values already. */
  inputs?: Record<string, readonly [unknown, ...unknown[]]>;
  /** Types of related records, by input fields whose names don't say them: `ownerId` of a `User`. */
  related?: Record<string, string>;
  /** Input field of the record that it is seen with, whoever owns that: a comment's `ticketId`. */
  seenWith?: string;
  /** Who sees which records. The product's own entities have theirs in tests/support/visibility-world.ts. */
  visibility?: Visibility;
  /** Whether each record belongs to an organization. Without organizations, none can be created or changed. */
  belongsToOrganization?: true;
  pages?: readonly string[];
  /** Texts (`namespace:key`) that are the same as in English, each reviewed. */
  sameAsEnglish?: Partial<Record<Language, readonly string[]>>;
};

export function subscription(access: Access, document: string): RootField {
  return { kind: 'subscription', access, document };
}

export function query(access: Access, document: string): RootField {
  return { kind: 'query', access, document };
}

export function mutation(access: Access, variables: string, call: string): RootField {
  const document = `mutation ${variables} { ${call} { errors { code } } }`;
  return { kind: 'mutation', access, document };
}
