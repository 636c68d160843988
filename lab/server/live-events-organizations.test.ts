import { describe, expect, it } from 'vitest';
import { createOrganization, createRepository } from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

describe('live events of an organization', () => {
  it('end for a member who is removed, who is told that their memberships changed', async () => {
    const [owner, person] = [await server.as('user'), await server.as('user')];
    const { id } = await createOrganization(database, {
      ownerId: owner.id,
      members: { [person.id]: 'admin' },
    });
    const stream = await followEvents(server, person);
    const where = { organizationId: id, userId: person.id };
    const member = await database.member.findFirstOrThrow({ where });
    await mutate(owner, 'removeMember', { id: member.id });
    const { id: hiddenId } = await createRepository(database, { organizationId: id });
    const { id: lastId } = await createRepository(database);
    const heard: { __typename: string; recordId?: string }[] = [];
    const last = async () => {
      for (;;) {
        const event = await stream.nextOf('RecordChange', (other) => heard.push(other));
        heard.push(event);
        if (event.recordId === lastId) return;
      }
    };
    await last();
    const isTold = heard.some(({ __typename }) => __typename === 'ViewerChange');
    if (!isTold) expect(await stream.nextOf('ViewerChange')).toBeDefined();
    expect(heard.map(({ recordId }) => recordId)).not.toContain(hiddenId);
    await stream.close();
  });
});
