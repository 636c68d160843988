import type { Database } from '#server/database/client.ts';
import type { TestUser } from './server.ts';

/** A person and how they are authenticated: by the cookie of a session, unless `connect` does it otherwise. */
export type ViewerKind = {
  person: Pick<TestUser, 'id' | 'email'>;
  organizationRole?: 'owner' | 'admin' | 'member';
  cookie?: string;
  seesUsers?: boolean;
  /** Creates a person for each test. */
  createPerson?: (database: Database) => Promise<Pick<TestUser, 'id' | 'email'>>;
  connect?: (
    userId: string,
    organizationId: string,
  ) => Promise<{ id: string; send: TestUser['send'] }>;
};

/** A mutation as a document, or another request. Resolves to whether it succeeded. */
export type Call = string | ((id: string, cookie: string) => Promise<boolean>);

/** A field `viewerCan…` and what it tells about. `of` is a record of the test, or the type of an entity with `newRecord`. */
export type ViewerCanRow = { field: string; of: string; call: Call };

/** A row for each of the records: whether the viewer can do this to it. */
export const rowsOf = (field: string, records: readonly string[], what: Call): ViewerCanRow[] =>
  records.map((of) => ({ field, of, call: typeof what === 'string' ? withInput(what) : what }));

function withInput(call: string): string {
  const [name, input = ''] = call.split(/[()]/);
  return `${name}(input: { ${input} })`;
}
