/** A change of passkeys and its event are stored together. */
import { expect, it } from 'vitest';
import { resetPasskeysByCommand } from '#server/auth/passkeys/passkey-policy.ts';
import { lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { passkeyPeople } from '#tests/support/passkey-people.ts';
import { withoutAuditEventsOf } from '#tests/support/refused-audit-events.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const { personWithPasskey } = passkeyPeople(server);

const errors = 'errors { code }';

it('a passkey is not removed if its event is refused', async () => {
  const { id: userId, send } = await personWithPasskey();
  const remove = `mutation ($id: ID!) { removePasskey(input: { id: $id }) { ${errors} } }`;
  const before = await database.passkey.findFirstOrThrow({ where: { userId } });
  const answer = await withoutAuditEventsOf(database, userId, () =>
    send(remove, { id: before.id }),
  );
  expect(answer.errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR' } }]);
  expect(await database.passkey.findMany({ where: { userId } })).toEqual([before]);
});

it('passkeys are not reset if the event is refused', async () => {
  const { id: userId, email } = await personWithPasskey();
  const admin = await server.as('admin');
  const reset = `mutation ($id: ID!) { resetPasskeys(input: { id: $id }) { ${errors} } }`;
  await withoutAuditEventsOf(database, userId, async () => {
    const answer = await admin.send(reset, { id: userId });
    expect(answer.errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR' } }]);
    await expect(resetPasskeysByCommand(server, email)).rejects.toThrow();
  });
  expect(await database.passkey.count({ where: { userId } })).toBe(1);
  expect(await database.session.count({ where: { userId } })).toBe(1);
});

it('passkeys are reset once by two managers at the same time', async () => {
  const { id } = await personWithPasskey();
  const admin = await server.as('admin');
  const reset = `mutation ($id: ID!) { resetPasskeys(input: { id: $id }) { ${errors} } }`;
  const answers = await whileWaiting(database, {
    lock: lockUser(id),
    request: () => Promise.all([admin.send(reset, { id }), admin.send(reset, { id })]),
    waiting: 2,
  });
  const codes = answers.map(({ data }) => data.resetPasskeys.errors);
  expect(codes).toContainEqual([]);
  expect(codes).toContainEqual([{ code: 'NOT_FOUND' }]);
  const where = { userId: id, kind: 'passkeys_reset' } as const;
  expect(await database.auditEvent.count({ where })).toBe(1);
});
