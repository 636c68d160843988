/**
 * A proof of identity in an open session. It goes through the library's sign-in, but renews the session instead of
 * opening another one: the session keeps its ID, and its cookie is replaced (OWASP ASVS 5.0 7.2.4).
 */
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import type { Database } from '#server/database/client.ts';
import type { SignInMethod } from '#server/generated/prisma/client.ts';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';

type Storage = ReturnType<typeof prismaAdapter>;
type Viewer = { session: { id: string; token: string } };
type ProvenSession = Viewer['session'] & { method: SignInMethod };
type NewSession = { userId: string; token: string; expiresAt: Date };

const proven = new WeakMap<RequestContext, ProvenSession>();

/** From now on, the request's sign-in renews the viewer's session. The proof counts for what its method allows. */
export function startReauthentication(
  { viewer }: { viewer: Viewer | null },
  method: SignInMethod,
): void {
  const request = currentRequest();
  if (!request || !viewer) throw new Error('A proof of identity needs a session.');
  proven.set(request, { ...viewer.session, method });
}

const findProven = () => {
  const request = currentRequest();
  return request && proven.get(request);
};

export const isReauthenticating = (): boolean => findProven() !== undefined;

const refused = () => new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED' });

/** Refuses the proof of another person, and of a session that has ended or was renewed concurrently. */
export function renewReauthenticated(storage: Storage, database: Database): Storage {
  async function renew(
    { id, token: before, method }: ProvenSession,
    session: NewSession,
  ): Promise<void> {
    const { userId, token, expiresAt } = session;
    const { count } = await database.session.updateMany({
      where: { id, token: before, userId },
      data: { token, expiresAt, reauthenticatedAt: new Date(), reauthenticationMethod: method },
    });
    if (count === 0) throw refused();
  }

  return (options) => {
    const adapter = storage(options);
    return {
      ...adapter,
      create: (async (query: Parameters<typeof adapter.create>[0]) => {
        const session = findProven();
        // The account may just have been deleted, and a code would create it again.
        if (session && query.model === 'user') throw refused();
        if (!session || query.model !== 'session') return adapter.create(query);
        await renew(session, query.data as NewSession);
        const where = [{ field: 'id', value: session.id }];
        const renewed = await adapter.findOne({ model: 'session', where });
        if (!renewed) throw refused();
        return renewed;
      }) as typeof adapter.create,
    };
  };
}
