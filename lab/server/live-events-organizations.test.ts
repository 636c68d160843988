import { describe, expect, it } from 'vitest';
import {
  createInvitation,
  createOrganization,
  createRepository,
  createTeam,
} from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

describe('live events of an organization', () => {
  it('tell members and managers of what belongs to an organization, and nobody else', async () => {
    const [owner, person, outsider] = [
      await server.as('user'),
      await server.as('user'),
      await server.as('user'),
    ];
    const manager = await server.as('admin');
    const { id } = await createOrganization(database, {
      ownerId: owner.id,
      members: { [person.id]: 'member' },
    });
    const people = { owner, person, outsider, manager };
    const streams = await Promise.all(
      Object.entries(people).map(async ([name, each]) => ({
        name,
        stream: await followEvents(server, each),
      })),
    );
    const { id: repositoryId } = await createRepository(database, { organizationId: id });
    const { id: teamId } = await createTeam(database, id);
    const { id: invitationId } = await createInvitation(database, {
      organizationId: id,
      inviterId: owner.id,
    });
    await database.organization.update({ where: { id }, data: { name: 'Renamed' } });
    // Everyone receives this event. Earlier ones have been sent or withheld by then.
    const { id: lastId } = await createRepository(database);
    for (const { name, stream } of streams) {
      const heard: string[] = [];
      for (;;) {
        const { recordId } = await stream.nextOf('RecordChange');
        if (recordId === lastId) break;
        heard.push(recordId);
      }
      const shared = [repositoryId, teamId, id];
      const expected = {
        owner: [...shared, invitationId],
        person: shared,
        outsider: [],
        manager: [...shared, invitationId],
      }[name];
      expect([name, heard.filter((each) => !each.startsWith('usr_')).sort()]).toEqual([
        name,
        expected?.sort(),
      ]);
    }
    await Promise.all(streams.map(({ stream }) => stream.close()));
  });

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
