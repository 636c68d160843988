import { isByPasskey } from '#server/auth/viewer.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Context } from '#server/graphql/context.ts';

/** A new secret that this session gets must not open organizations that require a passkey, unless it was opened with one. */
export async function forgetPasskey(
  { viewer }: Context,
  { accessToken }: Prisma.TransactionClient,
  tokenId: string,
): Promise<void> {
  if (viewer && isByPasskey(viewer)) return;
  await accessToken.updateMany({ where: { id: tokenId }, data: { byPasskey: false } });
}
