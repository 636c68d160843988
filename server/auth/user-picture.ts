import type { Database } from '#server/database/client.ts';
import type { Picture } from '#server/pictures/picture.ts';

export async function setPicture(
  database: Database,
  userId: string,
  picture: Picture | null,
): Promise<boolean> {
  const image = picture?.hash ?? null;
  const differs =
    image === null ? [{ image: { not: null } }] : [{ image: null }, { image: { not: image } }];
  const where = { userId };
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.user.updateMany({
      where: { id: userId, OR: differs },
      data: { image },
    });
    if (count === 0) return false;
    const { profilePicture } = transaction;
    if (!picture) await profilePicture.deleteMany({ where });
    else {
      await profilePicture.upsert({ where, create: { userId, ...picture }, update: picture });
    }
    return true;
  });
}
