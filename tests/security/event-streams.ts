/** Event streams: bursts, slow readers, many of them, and rights that end while they are open. */
import type { Check } from '#tests/support/probe.ts';
import { type Context, newAddress, pause, type Scenario, until } from './context.ts';
import { withDatabase } from './database.ts';
import { whileOthersWork } from './honest.ts';
import { createRepository } from './lookups.ts';
import { ban, createPerson, type Person, remove, rename, revokeAll, setRole } from './people.ts';
import { openStream, type Stream, subscription } from './streams.ts';
import type { Visitor } from './visitor.ts';

const withDatabaseUrl = ['two', 'production'] as const;

/** Whether the stream is told of a repository that is created now. */
async function isTold({ root }: Context, stream: Stream, patience = 3_000): Promise<boolean> {
  for (let round = 0; round < 2; round += 1) {
    const made = await root.graphql(createRepository, { name: `told ${newAddress()}` });
    const id: string = made.data.createRepository.repository.id;
    if ((await until(() => stream.text.includes(id) || stream.isOver, patience)) !== undefined) {
      if (stream.text.includes(id)) return true;
    }
  }
  return false;
}

const aliases = Array.from(
  { length: 40 },
  (_, i) => `d${i}: node { ... on Repository { description } }`,
).join(' ');
/** Each event carries the same long text many times. */
const heavy = subscription.replace('kind id node { id }', `kind id ${aliases}`);

const bursts: Scenario = {
  row: 31,
  title: '5,000 changes in one transaction, beside streams that nobody reads',
  only: withDatabaseUrl,
  alone: 'last',
  async run(context, check, note) {
    const person = await createPerson(context, context.root, 'USER');
    const unread: Stream[] = [];
    for (let i = 0; i < 10; i += 1) {
      unread.push(await openStream(person.visitor.copy(), { query: heavy, isRead: false }));
    }
    const reading = await openStream(context.root.copy());
    check(
      'the streams are open',
      [...unread, reading].every(({ status }) => status === 200),
    );
    await whileOthersWork(
      context,
      check,
      () =>
        withDatabase(context, async (client) => {
          // One statement for each change, as an import makes them.
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
    const again = reading.isOver ? await openStream(context.root.copy()) : reading;
    check('a stream that is read goes on, or a new one does', await isTold(context, again));
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
  alone: 'last',
  async run(context, check, note) {
    const { visitor } = await createPerson(context, context.root, 'USER');
    const impatient = visitor.at({ ...context, patient: false });
    const accepts = [
      'text/event-stream',
      'TEXT/EVENT-STREAM',
      '*/*',
      'text/*;q=0.9',
      'application/json;q=0.1, text/event-stream;q=1.0',
    ];
    const open: Stream[] = [];
    let refused = 0;
    await whileOthersWork(context, check, async () => {
      for (let i = 0; i < 1_000; i += 20) {
        const opened = await Promise.allSettled(
          Array.from({ length: 20 }, (_, k) =>
            openStream(impatient, {
              accept: accepts[(i + k) % accepts.length] ?? '*/*',
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
            if (each.status === 'fulfilled') each.value.close();
          }
        }
      }
      const other = await openStream(context.root.copy());
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
    note(`${open.length} open, ${refused} refused`);
    for (const stream of open) stream.close();
    await pause(500);
    const fresh = await openStream(impatient);
    check('closed streams give their places back', fresh.status === 200, fresh.status);
    fresh.close();
  },
};

/** What ends a person's session, and how often they are signed in. */
const endings: Record<string, (context: Context, person: Person) => Promise<unknown>> = {
  banned: ({ root }, { id }) => root.graphql(ban, { id }),
  'signed out everywhere': ({ root }, { id }) => root.graphql(revokeAll, { id }),
  deleted: ({ root }, { id }) => root.graphql(remove, { id }),
};

const rights: Scenario = {
  row: 31,
  title: 'a ban, a revocation, a deletion or a demotion ends or narrows an open stream',
  async run(context, check) {
    for (const [what, end] of Object.entries(endings)) {
      const person = await createPerson(context, context.root, 'USER');
      await endsStream(context, check, what, person, () => end(context, person));
    }
    const manager = await createPerson(context, context.root, 'ADMIN');
    const person = await createPerson(context, context.root, 'USER');
    const stream = await openStream(manager.visitor);
    const hears = async (visitor: Visitor) => {
      const before = stream.text.split(person.id).length;
      await visitor.graphql(rename, { name: `Probe ${newAddress().slice(6, 12)}` });
      return (await until(() => stream.text.split(person.id).length > before, 2_000)) !== undefined;
    };
    const isManager = (await hears(person.visitor)) || (await hears(person.visitor));
    check('a manager hears of people', isManager, stream.text.slice(0, 200));
    await context.root.graphql(setRole, { id: manager.id, role: 'USER' });
    await pause(1_000);
    const hadEnded = stream.isOver;
    const heard = await hears(person.visitor);
    check('after the demotion they do not', !heard, stream.text.slice(-300));
    check('but hear of repositories, or ask again', hadEnded || (await isTold(context, stream)));
    stream.close();
  },
};

async function endsStream(
  context: Context,
  check: Check,
  what: string,
  person: Person,
  end: () => Promise<unknown>,
  patience = 5_000,
) {
  const stream = await openStream(person.visitor);
  check(
    `${what}: the stream works before`,
    await isTold(context, stream),
    stream.text.slice(0, 200),
  );
  const before = stream.text.length;
  await end();
  const ended = await until(() => stream.isOver, patience);
  check(
    `${what}: the stream ends within ${patience} ms`,
    ended !== undefined,
    stream.text.slice(before),
  );
  const made = await context.root.graphql(createRepository, { name: `after ${newAddress()}` });
  await pause(500);
  const isHeard = stream.text.includes(made.data.createRepository.repository.id);
  check(`${what}: nothing is told afterwards`, !isHeard, stream.text.slice(before));
  stream.close();
}

const sessions: Scenario = {
  row: 31,
  title: 'a ban with more than 50 sessions, and a session that expires',
  only: withDatabaseUrl,
  async run(context, check) {
    await withDatabase(context, async (client) => {
      const banned = await createPerson(context, context.root, 'USER');
      await client.query(
        `INSERT INTO "session" ("id", "token", "userId", "expiresAt", "updatedAt")
         SELECT 'ses_0' || left(md5($1::text || i), 25), md5(random()::text || i), $1, now() + interval '1 day', now() FROM generate_series(1, 60) i`,
        [banned.id],
      );
      await endsStream(context, check, 'banned with 61 sessions', banned, () =>
        context.root.graphql(ban, { id: banned.id }),
      );
      const expiring = await createPerson(context, context.root, 'USER');
      // A session that is used is renewed: this one ends behind the back of the product, which looks
      // at open streams again every 30 s.
      const end = `UPDATE "session" SET "expiresAt" = now() - interval '1 second' WHERE "userId" = $1`;
      const expire = () => client.query(end, [expiring.id]);
      await endsStream(context, check, 'expired', expiring, expire, 45_000);
    });
  },
};

export const eventStreamScenarios = [bursts, many, rights, sessions];
