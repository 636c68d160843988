import { queueAfterTransactionHook } from '@better-auth/core/context';
import { languageOfRequest } from '#server/i18n.ts';
import { recordEvent } from './audit-log/audit-log.ts';
import type { FormerAdmins } from './former-addresses.ts';
import { createPictureCopy } from './providers/provider-pictures.ts';
import type { Services } from './services.ts';
import { refused } from './sessions/open-session.ts';
import { currentSignIn } from './sign-in.ts';
import type { Creation } from './storage.ts';

type NewUser = {
  id: string;
  email: string;
  role?: string;
  image?: string | null;
  language?: string | null;
};

/** Creates the account of a person who signs in for the first time. */
export function createSignUp(
  services: Services & { formerAdmins: FormerAdmins },
): Creation<NewUser> {
  const copyPicture = createPictureCopy(services);
  return async function signUp(transaction, { image, ...user }, insert) {
    const { renews, headers = new Headers() } = currentSignIn();
    // The account may just have been deleted, and a code would create it again.
    if (renews) throw refused();
    const created = await insert({
      ...user,
      ...((await services.formerAdmins.makesAdmin(user.email)) && { role: 'admin' }),
      // Never an external URL, which pages would load.
      image: null,
      language: languageOfRequest(headers),
    });
    currentSignIn().createdUserId = created.id;
    await recordEvent(transaction, { userId: created.id, kind: 'created' });
    await queueAfterTransactionHook(async () => copyPicture(created.id, image));
    return created;
  };
}
