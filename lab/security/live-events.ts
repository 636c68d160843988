import { openStream, type Stream } from '#lab/support/live-streams.ts';
import { pause } from '#lab/support/wait.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import { withDatabase } from './database.ts';
import { measureHonestClients } from './honest-traffic.ts';
import { createRepository, createUser } from './users.ts';

const withDatabaseUrl = ['two', 'production'] as const;

async function isTold({ adminClient }: Context, stream: Stream, timeout = 3_000): Promise<boolean> {
  for (let round = 0; round < 8; round += 1) {
    const made = await adminClient.graphql(createRepository, { name: `told ${newAddress()}` });
    const id: string = made.data.createRepository.repository.id;
    if ((await until(() => stream.text.includes(id) || stream.isOver, timeout)) !== undefined) {
      if (stream.text.includes(id)) return true;
    }
  }
  return false;
}

const bursts: Scenario = {
  row: 31,
  title: '5,000 changes in one transaction, beside streams that nobody reads',
  only: withDatabaseUrl,
  exclusive: 'last',
  async run(context, check, note) {
    const person = await createUser(context, context.adminClient, 'USER');
    const unread: Stream[] = [];
    for (let i = 0; i < 10; i += 1) {
      unread.push(await openStream(person.client.copy(), { isRead: false }));
    }
    const reading = await openStream(context.adminClient.copy());
    check(
      'the streams are open',
      [...unread, reading].every(({ status }) => status === 200),
    );
    await measureHonestClients(
      context,
      check,
      () =>
        withDatabase(context, async (client) => {
          // One statement per change, like an import.
          await client.query(`DO $$ BEGIN FOR i IN 1..5000 LOOP
          INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
          VALUES ('repo_' || lpad(to_hex(i), 26, '0'), 'burst ' || i || ' ${newAddress()}', 'https://a.example', repeat('x', 2000), now());
          END LOOP; END $$`);
          await pause(3_000);
          for (let round = 0; round < 40; round += 1) {
            await client.query(
              `UPDATE "repository" SET "description" = repeat('y', 1990) || $1 WHERE "name" LIKE 'burst%' AND "id" IN (SELECT "id" FROM "repository" WHERE "name" LIKE 'burst%' ORDER BY random() LIMIT 40)`,
              [round],
            );
            await pause(50);
          }
          await pause(1_000);
        }),
      { bound: 3_000 },
    );
    const again = reading.isOver ? await openStream(context.adminClient.copy()) : reading;
    check('a stream that is read goes on, or a new one does', await isTold(context, again));
    check(
      'it is told in few words',
      reading.text.includes('ManyRecordsChange'),
      reading.text.length,
    );
    note(`the stream that was read ${reading.isOver ? 'ended' : 'went on'}`);
    for (const stream of [...unread, reading, again]) stream.close();
    await withDatabase(context, async (client) => {
      await client.query(`DELETE FROM "repository" WHERE "name" LIKE 'burst%'`);
    });
  },
};

const many: Scenario = {
  row: 31,
  title: 'streams without end from one client, requested in every way',
  exclusive: 'last',
  async run(context, check, note) {
    const { client } = await createUser(context, context.adminClient, 'USER');
    const impatient = client.withTarget({ ...context, retries: false });
    const accepts = [
      'text/event-stream',
      'TEXT/EVENT-STREAM',
      '*/*',
      'text/*;q=0.9',
      'application/json;q=0.1, text/event-stream;q=1.0',
    ];
    const open: Stream[] = [];
    const policies = new Set<string>();
    let refused = 0;
    await measureHonestClients(context, check, async () => {
      for (let i = 0; i < 1_000; i += 20) {
        const opened = await Promise.allSettled(
          Array.from({ length: 20 }, (_, k) =>
            openStream(impatient, {
              accept: accepts[(i + k) % accepts.length] ?? '*/*',
              method: k % 2 ? 'GET' : 'POST',
              isRead: false,
            }),
          ),
        );
        for (const each of opened) {
          const isOpen =
            each.status === 'fulfilled' &&
            each.value.status === 200 &&
            /event-stream/.test(each.value.contentType);
          if (isOpen) open.push(each.value);
          else {
            refused += 1;
            if (each.status === 'fulfilled') {
              const { status, response } = each.value;
              if (status === 429) policies.add(String(response.headers['ratelimit-policy']));
              each.value.close();
            }
          }
        }
      }
      const other = await openStream(context.adminClient.copy());
      check(
        'another client’s stream is open',
        other.status === 200 && (await isTold(context, other)),
      );
      other.close();
    });
    check('most of 1,000 are refused', open.length <= 400 && refused >= 600, [
      open.length,
      refused,
    ]);
    check(
      'a refusal names its limit',
      [...policies].every((policy) => /^"streams";q=\d+$/.test(policy)),
      [...policies],
    );
    const query = await openStream(impatient, { query: '{ setup { appName } }', method: 'GET' });
    check('a query that is answered as a stream is not counted', query.status === 200);
    query.close();
    note(`${open.length} open, ${refused} refused`);
    for (const stream of open) stream.close();
    const isFree = await until(async () => {
      const fresh = await openStream(impatient);
      fresh.close();
      return fresh.status === 200;
    }, 30_000);
    check('closed streams give their places back', isFree !== undefined);
  },
};

export const eventStreamScenarios = [bursts, many];
