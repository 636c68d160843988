/** Causes of alerts that take more than a line. */
import { pause, until } from '#lab/support/wait.ts';
import { isAlive } from '#lab/support/worker-processes.ts';
import { query } from '#tests/support/database.ts';
import { duringTransaction } from '#tests/support/open-transaction.ts';
import type { ObservedProduct } from './observed-product.ts';

export function liveWorkers({ product }: ObservedProduct): number[] {
  const started = product().log.matchAll(/"pid":(\d+),"msg":"worker.started"/g);
  return Array.from(started, ([, pid]) => Number(pid)).filter(isAlive);
}

/** Locks the table that every request reads, while more requests arrive than can wait. */
export async function lockUsers({ databaseUrl, person, newClient }: ObservedProduct) {
  let asking: Promise<unknown>[] = [];
  await duringTransaction(databaseUrl, 'LOCK TABLE "user"', async () => {
    asking = Array.from({ length: 300 }, () =>
      newClient(person.jar)
        .viewerId()
        .catch(() => null),
    );
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
    const isWaiting = async () => (await query(databaseUrl, waiting)).length > 0;
    await until('a request waits for the lock', isWaiting, 20_000);
    await pause(2_000);
  });
  await Promise.all(asking);
}

/** Kills the processes while the mail server has an email that it has not yet accepted. */
export async function killDuringMail(scene: ObservedProduct): Promise<void> {
  const { databaseUrl, mail, newClient } = scene;
  mail.isSilent = true;
  await newClient()
    .requestCode(`${Date.now()}@example.org`)
    .catch(() => undefined);
  const pending = `FROM "mail" WHERE "state" = 'pending' AND "handedOverAt" IS NOT NULL`;
  const isHandedOver = async () => (await query(databaseUrl, `SELECT 1 ${pending}`)).length > 0;
  await until('the mail server has the mail', isHandedOver, 20_000);
  for (const pid of liveWorkers(scene)) process.kill(pid, 'SIGKILL');
  mail.isSilent = false;
  // Otherwise, a process looks at the mail after 30 seconds.
  await query(
    databaseUrl,
    `UPDATE "mail" SET "nextAttemptAt" = now() WHERE "id" IN (SELECT "id" ${pending})`,
  );
  await pause(5_000);
}
