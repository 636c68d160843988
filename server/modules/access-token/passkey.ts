import { isByPasskey } from '#server/auth/viewer.ts';
import type { Context } from '#server/graphql/context.ts';

/** A new secret that this session gets must not open organizations that require a passkey, unless it was opened with one. */
export async function forgetPasskey({ viewer, database }: Context, tokenId: string): Promise<void> {
  if (viewer && isByPasskey(viewer)) return;
  await database.accessToken.updateMany({ where: { id: tokenId }, data: { byPasskey: false } });
}
