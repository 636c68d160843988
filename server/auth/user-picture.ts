import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Picture } from '#server/pictures/picture.ts';

export async function setPicture(
  { user, profilePicture }: Prisma.TransactionClient,
  userId: string,
  picture: Picture | null,
): Promise<boolean> {
  const image = picture?.hash ?? null;
  const differs =
    image === null ? [{ image: { not: null } }] : [{ image: null }, { image: { not: image } }];
  const where = { userId };
  const { count } = await user.updateMany({ where: { id: userId, OR: differs }, data: { image } });
  if (count === 0) return false;
  if (!picture) await profilePicture.deleteMany({ where });
  else await profilePicture.upsert({ where, create: { userId, ...picture }, update: picture });
  return true;
}
