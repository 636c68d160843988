import { createHmac, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createUser } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const secret = 'whsec_a secret for tests';
const server = await serverForFile({ PAYMENT_WEBHOOK_SECRET: secret });
const { database } = server;
const path = '/api/payments/webhook';
const now = () => Math.floor(Date.now() / 1_000);
const june = Date.UTC(2030, 5, 1) / 1_000;

const eventOf = (userId: string, id: string = randomUUID(), paidUntil = june) =>
  JSON.stringify({
    id,
    type: 'invoice.paid',
    data: { object: { client_reference_id: userId, period_end: paidUntil } },
  });

function sign(body: string, time = now(), key = secret): string {
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${signature}`;
}

const send = (body: string, signature = sign(body), headers = {}) =>
  server.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
    body,
  });

const paidUntil = async (userId: string) => {
  const plan = await database.plan.findUnique({ where: { userId } });
  return plan && plan.paidUntil.getTime() / 1_000;
};

it('records a payment, also when it is reported 10 times at once', async () => {
  const { id } = await createUser(database);
  const body = eventOf(id, 'evt_repeated');
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await paidUntil(id)).toBe(june);
});

it('a repeated event does not undo what happened since', async () => {
  const { id } = await createUser(database);
  const body = eventOf(id);
  await send(body);
  await database.plan.delete({ where: { userId: id } });
  expect((await send(body)).status).toBe(200);
  expect(await paidUntil(id)).toBeNull();
});

it('an older event that arrives later shortens nothing', async () => {
  const { id } = await createUser(database);
  await send(eventOf(id));
  await send(eventOf(id, randomUUID(), june - 1_000));
  expect(await paidUntil(id)).toBe(june);
});

it.each([
  ['none', () => ''],
  ['of another secret', (body: string) => sign(body, now(), 'whsec_another secret')],
  ['of another body', () => sign('{}')],
  ['from six minutes ago', (body: string) => sign(body, now() - 360)],
  ['from the future', (body: string) => sign(body, now() + 360)],
  ['with another time', (body: string) => sign(body, now() - 60).replace(/t=\d+/, `t=${now()}`)],
  ['cut short', (body: string) => sign(body).slice(0, -2)],
])('refuses a signature: %s', async (_kind, signature) => {
  const { id } = await createUser(database);
  const body = eventOf(id);
  expect((await send(body, signature(body))).status).toBe(400);
  expect(await paidUntil(id)).toBeNull();
});

it('needs no origin or session, and refuses long and compressed bodies unread', async () => {
  const { id } = await createUser(database);
  const body = eventOf(id);
  expect((await send(body, sign(body), { origin: 'https://other.example' })).status).toBe(200);
  const long = body.replace('}}}', `}},"padding":"${'x'.repeat(100_000)}"}`);
  expect((await send(long)).status).toBe(413);
  expect((await send(body, sign(body), { 'content-encoding': 'gzip' })).status).toBe(415);
});

it('accepts events that it does not know, and payments of deleted users', async () => {
  expect((await send(JSON.stringify({ id: 'evt_1', type: 'customer.created' }))).status).toBe(200);
  expect((await send(eventOf('usr_gone'))).status).toBe(200);
});
