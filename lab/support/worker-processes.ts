/** The processes that share the port of a product. */
import { HttpClient } from '#lab/support/http-client.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';
import type { Product } from '#tests/support/product.ts';
import { until } from './wait.ts';

const entriesOf = ({ log }: Product): { worker?: number; msg: string; [key: string]: unknown }[] =>
  log
    .split('\n')
    .map((line) => line.slice(Math.max(0, line.indexOf('{"level"'))))
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));

/** Waits for the log, since it may be read later than the product answers. */
export async function killWorker(product: Product, killed: number): Promise<void> {
  const entry = (name: string) =>
    entriesOf(product).find(({ msg, worker }) => msg === name && worker === killed);
  await until('its start is logged', () => entry('worker.started') !== undefined);
  process.kill(Number(entry('worker.started')?.pid), 'SIGKILL');
  await until('its end is logged', () => entry('worker.ended') !== undefined);
}

async function workerFor(client: HttpClient, product: Product): Promise<number | undefined> {
  const requestId = (await client.fetch('/healthz')).headers.get('x-request-id');
  // An overloaded process answers before a request has an ID.
  if (requestId === null) return undefined;
  let found: ReturnType<typeof entriesOf>[number] | undefined;
  await until('logged', () => {
    found = entriesOf(product).find((entry) => entry.requestId === requestId);
    return found !== undefined;
  });
  return found?.worker;
}

type People = { mailbox: Mailbox; admin: string };

/** A client of a new user for each process, by its number. */
export async function clientPerWorker(
  product: Product,
  { mailbox, admin }: People,
  count = 2,
): Promise<Map<number, HttpClient>> {
  const target = { urls: [product.url], mailbox, admin };
  const signedIn = await new HttpClient(target).signIn(`${Math.random()}@example.org`);
  const clients = new Map<number, HttpClient>();
  await until('each worker has a connection', async () => {
    const client = signedIn.copy();
    const worker = await workerFor(client, product);
    if (worker !== undefined) clients.set(worker, client);
    return clients.size === count;
  });
  return clients;
}

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
