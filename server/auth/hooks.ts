import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { can } from '#shared/permissions.ts';
import { isBanned } from './sessions/session-rules.ts';
import { endSessions } from './sessions/session-store.ts';

type HookDeps = { database: Database; settings: Settings };
type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
export type Hook = (context: HookContext, deps: HookDeps) => Promise<void>;
/** Several run in the given order. */
export type Hooks = Hook | readonly Hook[];
export type EndpointHooks = { path: string; before?: Hooks; after?: Hooks };

export function createHooks(endpoints: readonly EndpointHooks[], deps: HookDeps) {
  const run = (phase: 'before' | 'after') =>
    createAuthMiddleware(async (context) => {
      const endpoint = endpoints.find(({ path }) => path === context.path);
      for (const hook of [endpoint?.[phase] ?? []].flat()) await hook(context, deps);
    });
  return { before: run('before'), after: run('after') };
}

/** The library ends sessions by the tokens that it has read, which a proof of identity replaces. */
export const endRenewedSessions: Hook = async ({ context }, { database }) => {
  const { returned, session } = context;
  if (returned instanceof APIError || !session) return;
  const { id: except, userId } = session.session;
  await endSessions(database, [userId], { except });
};

/**
 * Rejects deleting the last active admin, before a database trigger does.
 *
 * @throws {APIError} LAST_ADMIN
 */
export async function requireAnotherAdmin(
  database: Database,
  user: { id: string; role?: string | null },
): Promise<void> {
  if (!can(user.role, 'user:list')) return;
  const others = await database.user.findMany({
    where: { role: { contains: 'admin' }, isServiceAccount: false, id: { not: user.id } },
    select: { banned: true, banExpires: true },
  });
  if (others.every(isBanned)) throw new APIError('BAD_REQUEST', { code: 'LAST_ADMIN' });
}

/**
 * Rejects deleting an organization's only owner, before a database trigger does.
 *
 * @throws {APIError} YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER
 */
export async function requireOtherOrganizationOwners(
  database: Database,
  { id: userId }: { id: string },
): Promise<void> {
  const otherOwner = { role: 'owner', userId: { not: userId } } as const;
  const alone = await database.member.findFirst({
    where: { userId, role: 'owner', organization: { members: { none: otherOwner } } },
    select: { id: true },
  });
  const code = 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER';
  if (alone) throw new APIError('BAD_REQUEST', { code });
}
