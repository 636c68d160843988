import type { Database } from '#server/database/client.ts';
import type { Picture } from '#server/pictures/picture.ts';

/** Sets the profile picture of a user, or removes it. */
export async function setPicture(
  database: Database,
  userId: string,
  picture: Picture | null,
): Promise<void> {
  const where = { userId };
  await database.$transaction([
    picture
      ? database.profilePicture.upsert({ where, create: { userId, ...picture }, update: picture })
      : database.profilePicture.deleteMany({ where }),
    database.user.update({ where: { id: userId }, data: { image: picture?.hash ?? null } }),
  ]);
}
