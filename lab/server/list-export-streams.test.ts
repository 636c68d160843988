import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportFormats } from '#server/list-export/formats.ts';
import { type HttpServer, startHttpServer } from '#tests/support/http-server.ts';

/** More than the connection's buffers hold. */
const rows = 4_000;
const formats = Object.keys(exportFormats);

let server: HttpServer;
const requests: ClientRequest[] = [];

beforeAll(async () => {
  server = await startHttpServer({ MUTATIONS_PER_MINUTE: '60000' });
  for (let first = 1; first < rows; first += 250) {
    await server.database.$executeRaw`
      INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
      SELECT 'repo_' || lpad(n::text, 26, '0'), 'many ' || n, 'https://git.example.com/x',
        repeat('€', 2000), now()
      FROM generate_series(${first}::int, ${first}::int + 249) AS n`;
  }
});
/** Everything else is logged in one line, without paths. */
const printed = vi.spyOn(console, 'error');
afterEach(() => {
  for (const each of requests.splice(0)) each.destroy();
  expect(printed.mock.calls).toEqual([]);
});
afterAll(() => server.stop());

async function open(path: string, cookie: string, method = 'GET'): Promise<IncomingMessage> {
  const host = new URL(server.origin).host;
  const asked = request(`${server.url}/api/export/${path}`, {
    ...{ agent: false, method },
    headers: { cookie, host },
  });
  requests.push(asked);
  asked.end();
  const [response] = await once(asked, 'response');
  return response;
}

async function readAll(response: IncomingMessage) {
  let bytes = 0;
  try {
    for await (const chunk of response) bytes += chunk.length;
  } catch {}
  return { bytes, isComplete: response.complete };
}

const ended = (viewerId: string) =>
  server.lines.filter((line) => line.msg === 'export' && line.viewerId === viewerId);

describe.each(formats)('an export as %s', (format) => {
  const path = `repositories.${format}`;

  it('starts before its last row is read, and holds all rows', async () => {
    const { id, cookie } = await server.as('admin');
    const response = await open(path, cookie);
    const [first] = await once(response, 'data');
    response.pause();
    expect(first.length).toBeGreaterThan(0);
    await pause(500);
    expect(ended(id)).toEqual([]);
    expect(response.headers['content-length']).toBeUndefined();
    expect(await readAll(response)).toMatchObject({ isComplete: true });
    expect(ended(id)).toMatchObject([{ rows, outcome: 'complete' }]);
  });

  it('is not a failure of the server if its reader leaves before it starts', async () => {
    const { cookie } = await server.as('admin');
    await server.database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE "account_event" IN EXCLUSIVE MODE`;
      const headers = { cookie, host: new URL(server.origin).host };
      const asked = request(`${server.url}/api/export/${path}`, { agent: false, headers });
      asked.on('error', () => {}).end();
      await pause(300);
      asked.destroy();
      await pause(300);
    });
    await pause(300);
  });

  it('breaks off for a manager who is banned while acting as the reader', async () => {
    const { id, cookie, manager } = await server.impersonate();
    const response = await open(path, cookie);
    await once(response, 'readable');
    await update(manager.id, { banned: true });
    expect(await readAll(response)).toMatchObject({ isComplete: false });
    expect(ended(id)).toMatchObject([{ outcome: 'failed' }]);
  });

  it('is served to a manager while others read nothing of theirs', async () => {
    for (let other = 0; other < 8; other += 1) {
      const { cookie } = await server.as('user');
      expect((await open(path, cookie)).statusCode).toBe(200);
    }
    const manager = await server.as('admin');
    expect(await readAll(await open(path, manager.cookie))).toMatchObject({ isComplete: true });
  });
});

function update(id: string, data: { banned?: boolean; role?: string }) {
  return server.database.user.update({ where: { id }, data });
}
