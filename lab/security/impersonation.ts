import type { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { newAddress, type Scenario } from './context.ts';
import { createUser, createUserMutation, errorCodes } from './users.ts';

const impersonation: Scenario = {
  row: 17,
  title: 'acting as somebody else',
  async run(target, check) {
    const admin = (await createUser(target, target.adminClient, 'ADMIN')).client;
    const adminId = await admin.viewerId();
    const other = await createUser(target, admin, 'ADMIN');
    const user = await createUser(target, admin, 'USER');
    const third = await createUser(target, admin, 'USER');
    const act = (id: string) => admin.post('/api/auth/admin/impersonate-user', { userId: id });
    const made = await admin.graphql(createUserMutation, { email: newAddress(), role: 'USER' });
    const invited: string = made.data.createUser.user.id;
    check('nobody who has not come yet', (await act(invited)).status === 403);

    check('an admin cannot be impersonated', (await act(other.id)).status === 403);
    check('nor oneself', (await act(adminId ?? '')).status >= 400);
    check('nobody unknown', [400, 403, 404].includes((await act('usr_nobody')).status));
    const asUser = await user.client.post('/api/auth/admin/impersonate-user', {
      userId: third.id,
    });
    check('a user impersonates nobody', asUser.status === 403, asUser.status);

    for (let cycle = 1; cycle <= 3; cycle += 1) {
      const started = await act(user.id);
      check(`cycle ${cycle}: begins`, started.status === 200, started.text);
      check('no token is told', !/"token"/.test(started.text));
      check(`cycle ${cycle}: is the other`, (await admin.viewerId()) === user.id);
      await whileActing(check, admin, { id: user.id, other: third.id });
      const ended = await admin.post('/api/auth/admin/stop-impersonating', {});
      check(`cycle ${cycle}: ends`, ended.status === 200, ended.text);
      check(`cycle ${cycle}: is oneself again`, (await admin.viewerId()) === adminId);
    }
    check('the other was not disturbed', (await user.client.viewerId()) === user.id);
    const again = await admin.post('/api/auth/admin/stop-impersonating', {});
    check('ending what has not begun: refused', again.status >= 400, again.status);
  },
};

async function whileActing(
  check: Check,
  admin: HttpClient,
  { id, other }: { id: string; other: string },
): Promise<void> {
  const nested = await admin.post('/api/auth/admin/impersonate-user', { userId: other });
  check('nothing nests', nested.status >= 400 && (await admin.viewerId()) === id, nested.status);
  for (const [path, body] of [
    ['/api/auth/delete-user', {}],
    ['/api/auth/email-otp/request-email-change', { newEmail: newAddress() }],
    ['/api/auth/email-otp/change-email', { newEmail: newAddress(), otp: '123456' }],
    ['/api/auth/revoke-sessions', {}],
    ['/api/auth/revoke-other-sessions', {}],
  ] as [string, object][]) {
    const { status } = await admin.post(path, body);
    check(`${path} meanwhile: refused`, status === 403, status);
  }
  const renamed = await admin.graphql(
    'mutation { updateViewer(input: { name: "Mallory" }) { errors { code } } }',
  );
  check('updateViewer meanwhile: refused', errorCodes(renamed).length > 0, renamed);
  check('and still there', (await admin.viewerId()) === id);
}

export const impersonationScenarios = [impersonation];
