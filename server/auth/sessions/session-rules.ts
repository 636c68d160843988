export const secondsPerDay = 24 * 60 * 60;

/** How old a session is, in seconds, when it is renewed: a day, or half its lifetime if that is less. */
export const renewalAge = (sessionDays: number): number =>
  Math.min(1, sessionDays / 2) * secondsPerDay;

/** Minutes for which a session is fresh after its user proved their identity. */
export const freshMinutes = 10;

type ProvenSession = {
  createdAt: Date | string;
  reauthenticatedAt?: Date | string | null | undefined;
  impersonatedBy?: string | null | undefined;
};

/** Whether the user of the session has signed in or reauthenticated recently. Impersonators never have. */
export function isFresh(session: ProvenSession): boolean {
  if (session.impersonatedBy) return false;
  const provedAt = new Date(session.reauthenticatedAt ?? session.createdAt).getTime();
  return Date.now() - provedAt <= freshMinutes * 60_000;
}

export function isBanned(user: {
  banned?: boolean | null | undefined;
  banExpires?: Date | string | null | undefined;
}): boolean {
  return Boolean(user.banned) && (!user.banExpires || new Date(user.banExpires) > new Date());
}

/** `isBanned` as a condition on users. */
export const bannedUsers = () => ({
  banned: true,
  OR: [{ banExpires: null }, { banExpires: { gt: new Date() } }],
});

/** Protects the account for a day, so that demoting an admin doesn't allow taking it over. */
export function wasAdminToday({ lastAdminAt }: { lastAdminAt: Date | null }): boolean {
  return lastAdminAt !== null && Date.now() - lastAdminAt.getTime() < secondsPerDay * 1_000;
}
