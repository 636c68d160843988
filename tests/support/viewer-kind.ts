import type { Database } from '#server/database/client.ts';
import type { TestUser } from './server.ts';

/** A person and how they are authenticated: by the cookie of a session, unless `connect` does it otherwise. */
export type ViewerKind = {
  person: Pick<TestUser, 'id' | 'email'>;
  role?: 'owner' | 'admin' | 'member';
  cookie?: string;
  seesUsers?: boolean;
  /** Creates a person for each test. */
  createPerson?: (database: Database) => Promise<Pick<TestUser, 'id' | 'email'>>;
  connect?: (
    userId: string,
    organizationId: string,
  ) => Promise<{ id: string; send: TestUser['send'] }>;
};
