import { newAddress } from '#lab/security/context.ts';
import { withDatabase } from '#lab/security/database.ts';
import { flood } from '#lab/security/honest-traffic.ts';
import { mutate } from '#lab/security/organization-steps.ts';
import { pause } from '#lab/support/wait.ts';
import { type Attack, floodAndCount, turn } from './attack.ts';

export const organizationAttacks: Record<string, Attack> = {
  'invitations to one mailbox': ({ inviter: { client, organizationId } }) =>
    floodAndCount(4, async () => {
      const tag = newAddress().split('@')[0];
      const emails = [`victim+${tag}@example.org`];
      const input = { organizationId, emails, role: 'MEMBER' };
      // Beyond the mailbox's limit, the payload has an error.
      return (await mutate(client, 'inviteMembers', input)).data?.inviteMembers != null;
    }),
  'a locked organization': ({ locked: { client, organizationId } }, { running }) =>
    withDatabase(running, async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM "organization" WHERE "id" = $1 FOR UPDATE', [
        organizationId,
      ]);
      const flooding = flood(10, turn, () =>
        client.graphql(
          `mutation ($id: ID!, $name: String!) { createRepository(
            input: { name: $name, link: "a.example", organizationId: $id }) { errors { code } } }`,
          { id: organizationId, name: newAddress() },
        ),
      );
      let waiting = 0;
      for (let look = 0; look < 10; look += 1) {
        await pause(turn / 20);
        const { rowCount } = await database.query(
          `SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids("pid"))`,
        );
        waiting = Math.max(waiting, rowCount ?? 0);
      }
      await flooding;
      await database.query('ROLLBACK');
      return waiting;
    }),
};
