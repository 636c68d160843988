import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { mayChangePasskeys } from './organization-requirement.ts';
import { mayChangeSignIn } from './passkey-policy.ts';

type Deps = { database: Database; settings: Settings };
type Viewer = { user: { id: string; role?: string | null | undefined }; session: { id: string } };

/** Why the session may not change what signs its user in: passkeys and recovery codes. Undefined if it may. */
export async function findChangeDenial(
  deps: Deps,
  { user, session }: Viewer,
): Promise<'PASSKEY_SESSION_REQUIRED' | 'SESSION_NOT_FRESH' | undefined> {
  if (!(await mayChangePasskeys(deps, session.id))) return 'PASSKEY_SESSION_REQUIRED';
  if (!(await mayChangeSignIn(deps, user, session))) return 'SESSION_NOT_FRESH';
  return undefined;
}
