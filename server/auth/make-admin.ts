import type { App } from '#server/app.ts';
import { parseRoles } from '#shared/permissions.ts';
import { email as emailRule } from '#shared/rules/account.ts';

/**
 * Makes the person with this address an admin, creating them where needed.
 *
 * @throws if it is no address
 */
export async function makeAdmin(auth: App['auth'], address: string): Promise<{ created: boolean }> {
  const email = emailRule.parse(address);
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email);
  if (!found) {
    await internalAdapter.createUser(
      { email, name: '', role: 'admin', emailVerified: false },
      { method: 'admin' },
    );
    return { created: true };
  }
  const { role } = found.user as unknown as { role?: string };
  const roles = new Set([...parseRoles(role), 'admin']);
  await internalAdapter.updateUser(found.user.id, { role: [...roles].join(',') });
  return { created: false };
}
