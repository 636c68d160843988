/** A change of passkeys and its event are stored together. */
import { expect, it } from 'vitest';
import { resetPasskeysByCommand } from '#server/features/passkey/passkey-policy.ts';
import { withoutAuditEvents } from '#tests/support/audit-events.ts';
import { lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { passkeyPeople } from '#tests/support/passkey-people.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const { personWithPasskey } = passkeyPeople(server);

it('a command resets no passkeys if the event is refused', async () => {
  const { id: userId, email } = await personWithPasskey();
  await withoutAuditEvents(database, () =>
    expect(resetPasskeysByCommand(server, email)).rejects.toThrow(),
  );
  expect(await database.passkey.count({ where: { userId } })).toBe(1);
  expect(await database.session.count({ where: { userId } })).toBe(1);
});

it('passkeys are reset once by two managers at the same time', async () => {
  const { id } = await personWithPasskey();
  const admin = await server.as('admin');
  const answers = await whileWaiting(database, {
    lock: lockUser(id),
    request: () => Promise.all([1, 2].map(() => mutate(admin, 'resetPasskeys', { id }))),
    waiting: 2,
  });
  expect(answers.flat()).toEqual(['NOT_FOUND']);
  const where = { userId: id, kind: 'passkeys_reset' } as const;
  expect(await database.auditEvent.count({ where })).toBe(1);
});
