import { expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const owner = await server.as('user');
const other = await server.as('user');
const admin = await server.as('admin');
const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');

async function openTicket(): Promise<string> {
  const { data } = await owner.send(
    'mutation { createTicket(input: { subject: "Broken", status: OPEN }) { ticket { id } } }',
  );
  return data.createTicket.ticket.id;
}

const open = (id: string, { cookie } = owner) =>
  server.request(`/api/ticket-files/${id}`, { headers: { cookie } });

const upload = (id: string, body: Buffer, { cookie } = owner, headers = {}) =>
  server.request(`/api/ticket-files/${id}`, {
    method: 'POST',
    headers: { origin: server.origin, cookie, ...headers },
    body: new Uint8Array(body),
  });

it('the owner stores a file, replaces it and downloads it', async () => {
  const id = await openTicket();
  expect((await upload(id, Buffer.from('%PDF-1.7'))).status).toBe(200);
  expect((await upload(id, png, owner, { 'content-type': 'text/html' })).status).toBe(200);
  const response = await open(id);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="${id}.png"`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  const { data } = await owner.send('query ($id: ID!) { ticket(id: $id) { fileUrl } }', { id });
  expect(data.ticket.fileUrl).toBe(`${server.origin}/api/ticket-files/${id}`);
});

it.each(['<svg onload="alert(1)">', '<!doctype html>', 'GIF89a', '', ' %PDF-1.7'])(
  'refuses a file that begins with “%s”, whatever it says it is',
  async (text) => {
    const id = await openTicket();
    const headers = { 'content-type': 'image/png' };
    expect((await upload(id, Buffer.from(text), owner, headers)).status).toBe(415);
    expect((await open(id)).status).toBe(404);
  },
);

it('refuses a file of more than 100 kB', async () => {
  const id = await openTicket();
  const long = Buffer.concat([png, Buffer.alloc(100_000)]);
  expect((await upload(id, long)).status).toBe(413);
});

it('nobody else stores or downloads it, nor sees its URL', async () => {
  const id = await openTicket();
  await upload(id, png);
  for (const person of [other, admin]) {
    expect((await open(id, person)).status).toBe(404);
    expect((await upload(id, Buffer.from('%PDF-1.7'), person)).status).toBe(404);
  }
  expect((await open(id, { ...owner, cookie: '' })).status).toBe(401);
  const { data } = await admin.send('query ($id: ID!) { ticket(id: $id) { fileUrl } }', { id });
  expect(data.ticket.fileUrl).toBeNull();
  expect(Buffer.from(await (await open(id)).arrayBuffer())).toEqual(png);
});

it('an admin who impersonates the owner does neither', async () => {
  const id = await openTicket();
  const impersonator = await server.impersonate(owner);
  expect((await upload(id, png, impersonator)).status).toBe(403);
  expect((await open(id, impersonator)).status).toBe(403);
});

it('refuses uploads from other sites, and paths that are no ticket', async () => {
  const id = await openTicket();
  const foreign = { origin: 'https://other.example' };
  expect((await upload(id, png, owner, foreign)).status).toBe(403);
  for (const path of [`${id}/..`, '..%2f..%2fetc%2fpasswd', newId('User'), newId('Ticket')]) {
    expect((await open(path)).status).toBe(404);
  }
});

it('a file is deleted with its ticket', async () => {
  const id = await openTicket();
  await upload(id, png);
  await owner.send(
    'mutation ($id: ID!) { deleteTickets(input: { ids: [$id] }) { errors { code } } }',
    { id },
  );
  expect(await server.database.ticketFile.count({ where: { ticketId: id } })).toBe(0);
});
