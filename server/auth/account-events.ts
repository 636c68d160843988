/** The history of accounts: who did what to whom, for managers to read. */
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { AccountEventKind } from '#server/generated/prisma/client.ts';

export type AccountEvent = {
  userId: string;
  kind: AccountEventKind;
  /** Who did it; left out where it was the person themselves or the product. */
  actorId?: string | null | undefined;
  detail?: string | null | undefined;
};

/** Notes that something happened to an account. */
export async function recordEvent(
  database: Database,
  { userId, kind, actorId, detail }: AccountEvent,
): Promise<void> {
  await database.accountEvent.create({
    data: {
      id: newId('AccountEvent'),
      userId,
      kind,
      actorId: actorId === userId ? null : (actorId ?? null),
      detail: detail ?? null,
    },
    select: { id: true },
  });
}
