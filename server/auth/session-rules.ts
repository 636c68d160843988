/** Rules about sessions and bans that need no database. */

export const secondsPerDay = 24 * 60 * 60;

/** Seconds after signing in during which an account may be moved to another address or deleted. */
export const freshSeconds = 60 * 60;

/** Whether a session was opened within the last hour (`freshSeconds`). */
export function isFresh({ createdAt }: { createdAt: Date | string }): boolean {
  return Date.now() - new Date(createdAt).getTime() <= freshSeconds * 1_000;
}

/** Whether a user is banned now: a ban may have an end. */
export function isBanned(user: {
  banned?: boolean | null | undefined;
  banExpires?: Date | string | null | undefined;
}): boolean {
  return Boolean(user.banned) && (!user.banExpires || new Date(user.banExpires) > new Date());
}
