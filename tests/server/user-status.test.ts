import { execute, GraphQLObjectType, GraphQLSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createUser, unique } from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import { startServer } from '#tests/support/server.ts';
import { errorCodes, mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');

const sum = (counts: { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);

describe('the figures', () => {
  it('equal what is in the database', async () => {
    const alone = await startServer();
    const manager = await alone.as('admin');
    const person = await alone.as('user');
    await alone.signIn(person.email);
    const { data } = await manager.send(
      '{ statistics(days: 3) { usersByStatus { status count } newUsersPerDay { date count } signInsPerDay { count } newRepositoriesPerDay { count } mailsByState { state count } } }',
    );
    const refused = await manager.send('{ statistics(days: 0) { newUsersPerDay { count } } }');
    expect(errorCodes(refused)).toEqual(['BAD_REQUEST']);
    const today = new Date().toISOString().slice(0, 10);
    expect(data.statistics.usersByStatus).toEqual([
      { status: 'ACTIVE', count: 2 },
      { status: 'INVITED', count: 0 },
      { status: 'BANNED', count: 0 },
    ]);
    expect(data.statistics.newUsersPerDay).toHaveLength(3);
    expect(data.statistics.newUsersPerDay.at(-1)).toEqual({ date: today, count: 2 });
    expect(data.statistics.signInsPerDay.at(-1)).toEqual({ count: 3 });
    expect(data.statistics.newRepositoriesPerDay.at(-1)).toEqual({ count: 0 });
    // Three codes, and a notice of a new device.
    expect(sum(data.statistics.mailsByState)).toBe(4);
    await alone.stop();
  });

  /** A role of a project's own may open the manager area and nothing else of it. */
  it('need the permission to read what they count', async () => {
    const required = {
      usersByStatus: 'USER_LIST',
      newUsersPerDay: 'USER_LIST',
      signInsPerDay: 'AUDIT_LOG_READ',
      newRepositoriesPerDay: 'REPOSITORY_READ',
      mailsByState: 'SYSTEM_READ',
    };
    const type = schema.getType('Statistics') as GraphQLObjectType;
    expect(Object.keys(type.getFields()).sort()).toEqual(Object.keys(required).sort());
    const statistics = { type, resolve: () => ({ days: 1 }) };
    const query = new GraphQLObjectType({ name: 'Query', fields: { statistics } });
    const { data, errors = [] } = await execute({
      schema: new GraphQLSchema({ query }),
      document: parse(`{ statistics { ${Object.keys(required).join(' { count } ')} { count } } }`),
      contextValue: { database: server.database, viewer: { user: { role: 'user' } } },
    });
    const lacking = errors.map(({ path, extensions }) => [
      path?.at(-1),
      extensions.code,
      extensions.requiredPermission,
    ]);
    const refused = Object.entries(required).filter(([field]) => field !== 'newRepositoriesPerDay');
    expect(lacking.sort()).toEqual(
      refused.map(([field, permission]) => [field, 'FORBIDDEN', permission]).sort(),
    );
    expect(data?.statistics).toMatchObject({ newRepositoriesPerDay: [{ count: 0 }] });
  });
});

it('counts people apart from service accounts, and both together unless asked', async () => {
  const ask = `{
    people: users(filter: { isServiceAccount: false }) { totalCount totalCountUpTo { count isExact } nodes { isServiceAccount } }
    all: users { totalCount }
  }`;
  const { data: before } = await admin.send(ask);
  await createUser(server.database, { isServiceAccount: true });
  const { data: after } = await admin.send(ask);
  expect(after.people).toEqual(before.people);
  expect(after.people.totalCountUpTo).toEqual({ count: after.people.totalCount, isExact: true });
  expect(after.all.totalCount).toBe(before.all.totalCount + 1);
});

it('counts people apart from service accounts in figures, too', async () => {
  const ask = `{
    users(filter: { isServiceAccount: false }) { totalCount }
    statistics(days: 1) {
      people: usersByStatus(isServiceAccount: false) { count }
      all: usersByStatus { count }
      newPeople: newUsersPerDay(isServiceAccount: false) { count }
      new: newUsersPerDay { count }
    }
  }`;
  const { data: before } = await admin.send(ask);
  await createUser(server.database, { isServiceAccount: true });
  const { data: after } = await admin.send(ask);
  const [past, now] = [before.statistics, after.statistics];
  expect([now.people, now.newPeople]).toEqual([past.people, past.newPeople]);
  expect(sum(now.people)).toBe(after.users.totalCount);
  expect([sum(now.all), sum(now.new)]).toEqual([sum(past.all) + 1, sum(past.new) + 1]);
});

it('list exports have people apart from service accounts', async () => {
  const robot = await createUser(server.database, { name: 'Nightly sync', isServiceAccount: true });
  const idsOf = async (filter: object) => {
    const query = JSON.stringify({ filter });
    const answer = await server.request(`/api/export/users.csv?variables=${query}`, {
      headers: { cookie: admin.cookie },
    });
    return answer.status === 200 ? (await answer.text()).split('\r\n') : answer.status;
  };
  const has = (lines: string[] | number) => String(lines).includes(robot.id);
  expect(has(await idsOf({}))).toBe(true);
  expect(has(await idsOf({ isServiceAccount: false }))).toBe(false);
  expect(await idsOf({ isServiceAccount: 'perhaps' })).toBe(400);
});

describe('the status of a user', () => {
  const ask = `query ($status: UserStatus, $searchTerm: String) {
    users(filter: { status: $status }, searchTerm: $searchTerm) { nodes { status lastActiveAt } }
  }`;
  const statusesOf = async (searchTerm: string) => {
    const seen = await Promise.all(
      ['ACTIVE', 'INVITED', 'BANNED'].map(async (status) => {
        const { data } = await admin.send(ask, { status, searchTerm });
        return data.users.nodes.map((user: { status: string }) => user.status);
      }),
    );
    return seen.flat();
  };
  const countOf = async (status: string) => {
    const { data } = await admin.send('{ statistics(days: 1) { usersByStatus { status count } } }');
    const counts: { status: string; count: number }[] = data.statistics.usersByStatus;
    return counts.find((each) => each.status === status)?.count ?? 0;
  };

  it('is active for who signed up and has told no name yet: nobody invited them', async () => {
    const email = `${unique('signed-up')}@example.com`;
    await server.signIn(email);
    expect(await statusesOf(email)).toEqual(['ACTIVE']);
  });

  it('is counted as active or invited', async () => {
    const [active, invited] = [await countOf('ACTIVE'), await countOf('INVITED')];
    await server.signIn(`${unique('signed-up')}@example.com`);
    expect([await countOf('ACTIVE'), await countOf('INVITED')]).toEqual([active + 1, invited]);
    const email = `${unique('invited')}@example.com`;
    await mutate(admin, 'createUser', { email, name: 'Named', role: 'USER' });
    expect(await countOf('INVITED')).toBe(invited + 1);
    await server.signIn(email);
    expect(await countOf('INVITED')).toBe(invited);
  });

  it('is invited for who was invited, with or without a name, until they sign in', async () => {
    const email = `${unique('invited')}@example.com`;
    await mutate(admin, 'createUser', { email, name: 'Named', role: 'USER' });
    expect(await statusesOf(email)).toEqual(['INVITED']);
    await server.signIn(email);
    expect(await statusesOf(email)).toEqual(['ACTIVE']);
  });

  it('keeps when they were last active after their sessions ended', async () => {
    const person = await server.as('user');
    await mutate(admin, 'revokeSessionsOfUsers', { ids: [person.id] });
    const { data } = await admin.send(
      'query ($id: ID!) { user(id: $id) { lastActiveAt sessions { totalCount } } }',
      { id: person.id },
    );
    expect(data.user.sessions.totalCount).toBe(0);
    expect(Date.now() - Date.parse(data.user.lastActiveAt)).toBeLessThan(60_000);
  });
});
