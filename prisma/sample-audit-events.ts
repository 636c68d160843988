/** Audit log of the sample users: how their accounts began, sign-ins and bans. */
import { newId } from '#server/database/ids.ts';
import { days, random } from './sample-values.ts';

export const auditedFields = {
  id: true,
  banned: true,
  banReason: true,
  createdAt: true,
  onboardedAt: true,
  lastActiveAt: true,
} as const;

type Sample = {
  id: string;
  banned: boolean;
  banReason: string | null;
  createdAt: Date;
  onboardedAt: Date | null;
  lastActiveAt: Date | null;
};

function milestones(user: Sample, actorId: string | null, now: number) {
  const { id: userId, banned, banReason: detail, createdAt, onboardedAt, lastActiveAt } = user;
  const bannedAt = new Date(Math.min(now, (lastActiveAt ?? createdAt).getTime() + days / 24));
  const events = [
    onboardedAt
      ? { kind: 'created' as const, createdAt }
      : { kind: 'invited' as const, actorId, createdAt },
    onboardedAt && { kind: 'onboarded' as const, createdAt: onboardedAt },
    banned && { kind: 'banned' as const, actorId, detail, createdAt: bannedAt },
  ];
  return events
    .filter((event) => event !== null && event !== false)
    .map((event) => ({ id: newId('AuditEvent'), userId, ...event }));
}

/** A user's sign-ins up to their last activity, about one a week. */
function signIns({ id, createdAt, lastActiveAt }: Sample, now: number) {
  if (!lastActiveAt) return [];
  const seed = Math.round(createdAt.getTime() / 60_000) % 10_000;
  const events = [];
  let at = lastActiveAt.getTime();
  for (let index = 0; at > Math.max(createdAt.getTime(), now - 90 * days); index += 1) {
    events.push({
      id: newId('AuditEvent'),
      userId: id,
      kind: 'signed_in' as const,
      createdAt: new Date(at),
    });
    const gap = (1 + 12 * random(seed + index)) * days;
    const isWeekend = new Date(at - gap).getUTCDay() % 6 === 0;
    at -= isWeekend ? gap + 2 * days : gap;
  }
  return events;
}

/** `actorId` is the manager who invites and bans. */
export function auditEventsOf(user: Sample, actorId: string | null, now: number) {
  return [...milestones(user, actorId, now), ...signIns(user, now)];
}
