import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { createServiceAccount, createToken } from '#tests/support/access-tokens.ts';
import {
  createOrganization,
  createRepository,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '6000' });
const { database } = server;

const variables = (given: object) => `variables=${encodeURIComponent(JSON.stringify(given))}`;

const get = (path: string, cookie = '', headers: Record<string, string> = {}) =>
  server.request(`/api/export/${path}`, { headers: { cookie, ...headers } });

async function linesOf(response: Response): Promise<string[]> {
  const [header = '', ...lines] = (await response.text()).split('\r\n');
  expect(header).toContain('id,name');
  return lines.slice(0, -1);
}

describe('an export', () => {
  it('holds every row that the filters leave, in their order, beyond one page', async () => {
    const { cookie } = await server.as('user');
    const word = unique('many').replace('-', '');
    await database.repository.createMany({
      data: Array.from({ length: 1_100 }, (_, index) => ({
        id: newId('Repository'),
        name: `${word} ${String(index).padStart(4, '0')}`,
        link: 'https://git.example.com/x',
        description: index ? '' : '=HYPERLINK("https://evil.example")',
        createdAt: new Date(2026, 0, 1 + Math.floor(index / 300)),
      })),
    });
    await createRepository(database);
    const response = await get(
      `repositories.csv?${variables({ searchTerm: word, orderBy: { field: 'NAME', direction: 'ASC' } })}`,
      cookie,
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="repositories.csv"',
    );
    const bytes = new Uint8Array(await response.clone().arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = await linesOf(response);
    expect(lines.map((line) => line.split(',')[1])).toEqual(
      Array.from({ length: 1_100 }, (_, index) => `${word} ${String(index).padStart(4, '0')}`),
    );
    expect(lines[0]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(
      await linesOf(await get(`repositories.csv?${variables({ searchTerm: word })}`, cookie)),
    ).toHaveLength(1_100);
    const read = server.lines.find(({ event }) => event === 'sensitive_read');
    expect(read).toMatchObject({ action: 'repositories.csv' });
    const done = server.lines.find(({ msg }) => msg === 'export');
    expect(done).toMatchObject({ export: 'repositories', rows: 1_100, outcome: 'complete' });
  });

  it('of users needs the permission to list them, and filters by role, status and day', async () => {
    const admin = await server.as('admin');
    const user = await server.as('user');
    const { email } = await createUser(database, { name: unique('Invited'), onboardedAt: null });
    await database.user.update({ where: { email }, data: { emailVerified: false } });
    const filter = { role: 'USER', status: 'INVITED' };
    const path = `users.csv?${variables({ searchTerm: email, filter })}`;
    expect((await get(path)).status).toBe(401);
    expect((await get(path, user.cookie)).status).toBe(403);
    const [line = ''] = await linesOf(await get(path, admin.cookie));
    expect(line).toContain(`,${email},user,invited,,`);
    const none = await get(
      `users.csv?${variables({ filter: { ...filter, createdAt: { before: '2020-01-01T00:00:00Z' } } })}`,
      admin.cookie,
    );
    expect(await linesOf(none)).toEqual([]);
  });

  it('of an organization holds its repositories, for those who see them', async () => {
    const member = await server.as('user');
    const { id } = await createOrganization(database, { members: { [member.id]: 'member' } });
    const { name } = await createRepository(database, { organizationId: id });
    await createRepository(database);
    const path = `repositories.csv?organizationId=${id}`;
    const [line = '', ...others] = await linesOf(await get(path, member.cookie));
    expect(line.split(',')[1]).toBe(name);
    expect(others).toEqual([]);
    expect(await linesOf(await get(path, (await server.as('user')).cookie))).toEqual([]);
  });

  it('refuses what it does not know, and other sites', async () => {
    const { cookie } = await server.as('admin');
    for (const path of [
      `users.csv?${variables({ filter: { role: 'EMPEROR' } })}`,
      `users.csv?${variables({ filter: { createdAt: { from: 'yesterday' } } })}`,
      `users.csv?${variables({ orderBy: { field: 'constructor', direction: 'ASC' } })}`,
      `users.csv?${variables({ role: 'ADMIN' })}`,
      'users.csv?role=ADMIN',
      'users.csv?organizationId=',
      `users.csv?${variables({})}&searchTerm=x`,
      ...['first', 'last'].map((name) => `users.csv?${variables({ [name]: 1 })}`),
      ...['after', 'before'].map((name) => `users.csv?${variables({ [name]: 'x' })}`),
      'users.csv?variables={',
      'users.csv?variables=null',
      `users.csv?${variables({ filter: { ids: ['\0'] } })}`,
      'repositories.csv?organizationId=usr_01h455vb4pex5vsknk084sn02q',
      'repositories.csv?organizationId=%00',
      `repositories.csv?${variables({ searchTerm: 'x'.repeat(201) })}`,
    ]) {
      expect((await get(path, cookie)).status, path).toBe(400);
    }
    expect((await get('sessions.csv', cookie)).status).toBe(404);
    expect((await get('users', cookie)).status).toBe(404);
    const crossSite = await get('users.csv', cookie, { 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(403);
  });

  it('may be searched for the escape of NUL', async () => {
    const { cookie } = await server.as('user');
    const searchTerm = unique('\\u0000');
    const { name } = await createRepository(database, { name: searchTerm });
    const [line = ''] = await linesOf(
      await get(`repositories.csv?${variables({ searchTerm })}`, cookie),
    );
    expect(line.split(',')[1]).toBe(name);
  });

  it('is one at a time; giving up frees the place', async () => {
    const { cookie } = await server.as('user');
    const first = await get('repositories.csv', cookie);
    expect(first.status).toBe(200);
    const second = await get('repositories.csv', cookie);
    expect(second.status).toBe(429);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    await first.body?.cancel();
    const isNoticed = () => server.lines.some(({ outcome }) => outcome === 'cancelled');
    await expect.poll(isNoticed).toBe(true);
    expect((await get('repositories.csv', cookie)).status).toBe(200);
  });

  it('takes the place of the manager who acts as a user', async () => {
    const user = await server.as('user');
    const { cookie, manager } = await server.impersonate(user);
    const acting = await get('repositories.csv', cookie);
    expect(acting.status).toBe(200);
    expect((await get('repositories.csv', manager.cookie)).status).toBe(429);
    expect((await get('repositories.csv', user.cookie)).status).toBe(200);
    await acting.body?.cancel();
  });

  it('is not for access tokens', async () => {
    const admin = await server.as('admin');
    const userId = await createServiceAccount(admin);
    for (const { secret } of [await createToken(admin), await createToken(admin, { userId })]) {
      const authorization = `Bearer ${secret}`;
      expect((await get('repositories.csv', '', { authorization })).status).toBe(401);
    }
  });

  it('neither begins nor counts with HEAD', async () => {
    const { id: userId, cookie } = await server.as('user');
    const path = '/api/export/repositories.csv';
    for (let index = 0; index < 10; index += 1) {
      const response = await server.request(path, { method: 'HEAD', headers: { cookie } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
    const exported = { where: { userId, kind: 'list_exported' as const } };
    expect(await database.auditEvent.count(exported)).toBe(0);
    expect((await get('repositories.csv', cookie)).status).toBe(200);
    expect(await database.auditEvent.count(exported)).toBe(1);
  });

  it('is limited per minute', async () => {
    const { cookie } = await server.as('user');
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const response = await get(
        `repositories.csv?${variables({ searchTerm: 'nothing' })}`,
        cookie,
      );
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  it('ends for a viewer who loses the permission meanwhile', async () => {
    await database.user.createMany({
      // More than the connection's buffers hold.
      data: Array.from({ length: 10_000 }, () => {
        const id = newId('User');
        return { id, email: `${id}@example.org`, emailVerified: true };
      }),
    });
    const losses: ((id: string) => Promise<unknown>)[] = [
      (id) => database.user.update({ where: { id }, data: { banned: true } }),
      (id) => database.user.update({ where: { id }, data: { role: 'user' } }),
      (userId) => database.session.deleteMany({ where: { userId } }),
      (id) => database.user.delete({ where: { id } }),
    ];
    for (const lose of losses) {
      const admin = await server.as('admin');
      const response = await get('users.csv', admin.cookie);
      const reader = response.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      await lose(admin.id);
      const readAll = async () => {
        while (!(await reader?.read())?.done);
      };
      await expect(readAll(), String(lose)).rejects.toThrow();
    }
    const failed = server.lines.filter(({ outcome }) => outcome === 'failed');
    expect(failed).toHaveLength(losses.length);
  });
});
