export const secondsPerDay = 24 * 60 * 60;

/** Seconds after signing in during which a user may change their address or delete their account. */
export const freshSeconds = 60 * 60;

export function isFresh({ createdAt }: { createdAt: Date | string }): boolean {
  return Date.now() - new Date(createdAt).getTime() <= freshSeconds * 1_000;
}

export function isBanned(user: {
  banned?: boolean | null | undefined;
  banExpires?: Date | string | null | undefined;
}): boolean {
  return Boolean(user.banned) && (!user.banExpires || new Date(user.banExpires) > new Date());
}

/** Protects the account for a day, so that demoting an admin doesn't allow taking it over. */
export function wasAdminToday({ lastAdminAt }: { lastAdminAt: Date | null }): boolean {
  return lastAdminAt !== null && Date.now() - lastAdminAt.getTime() < secondsPerDay * 1_000;
}
