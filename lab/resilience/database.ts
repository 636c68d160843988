/** Row 24: the database is down, unreachable, or ends its sessions. */
import type { HttpClient, Reply } from '#lab/support/http-client.ts';
import { openStream } from '#lab/support/live-streams.ts';
import type { Check } from '#lab/support/probe.ts';
import type { NetworkState } from '#lab/support/tcp-proxy.ts';
import { until } from '#lab/support/wait.ts';
import { isAlive } from '#lab/support/worker-processes.ts';
import { query } from '#tests/support/database.ts';
import { admin, type ProxiedProduct, type Scenario, timed, withProxiedProduct } from './context.ts';

const viewer = '{ viewer { user { id } } }';
const rename = 'mutation { updateViewer(input: { name: "Probe" }) { errors { code } } }';

const graphql = (client: HttpClient, query: string, headers?: Record<string, string>) =>
  client.post('/api/graphql', { query }, headers);

function questions(
  person: HttpClient,
  anonymous: HttpClient,
): Record<string, () => Promise<Reply>> {
  const email = 'somebody@example.org';
  return {
    'who am I': () => graphql(person, viewer),
    'a list': () => graphql(person, '{ repositories { nodes { id } } }'),
    'a mutation': () => graphql(person, rename),
    'a stream': () =>
      graphql(person, 'subscription { events { __typename } }', { accept: 'text/event-stream' }),
    'get-session': () => person.fetch('/api/auth/get-session'),
    'list-users': () => person.fetch('/api/auth/admin/list-users'),
    'sign-out': () => person.copy().post('/api/auth/sign-out', {}),
    'revoke-other-sessions': () => person.post('/api/auth/revoke-other-sessions', {}),
    'asking for a code': () => anonymous.requestCode(email),
    // Sent by a browser that requested a code. Other browsers are rejected without a query.
    'entering a code': () => person.copy().enterCode(admin, '123456'),
    'asking to change the address': () =>
      person.post('/api/auth/email-otp/request-email-change', { newEmail: email }),
    'deleting the account': () => person.post('/api/auth/delete-user', {}),
  };
}

const codeOf = ({ json }: Reply) => json?.code ?? json?.errors?.[0]?.extensions?.code;

async function duringOutage(
  { proxy, product, newClient }: ProxiedProduct,
  { person, weather, long }: { person: HttpClient; weather: NetworkState; long: boolean },
  check: Check,
  note: (figure: string) => void,
): Promise<void> {
  const stream = await openStream(person);
  const cookies = person.cookie();
  await proxy.setState(weather);
  const asked = questions(person, newClient());
  let slowest = 0;
  // First right after the failure, then again once every connection is known to be lost.
  for (const time of ['at first', 'later']) {
    const health = timed(() => person.fetch('/healthz'));
    const replies = await Promise.all(
      Object.entries(asked).map(async ([what, ask]) => [what, await timed(ask)] as const),
    );
    for (const [what, reply] of replies) {
      const said = `${weather}, ${time}: ${what}`;
      slowest = Math.max(slowest, reply.ms);
      check(`${said}: 503`, reply.status === 503, [reply.status, reply.text]);
      check(`${said}: SERVICE_UNAVAILABLE`, codeOf(reply) === 'SERVICE_UNAVAILABLE', reply.text);
      check(`${said}: Retry-After`, Number(reply.headers.get('retry-after')) > 0);
      check(`${said}: no cookie is taken away`, reply.headers.getSetCookie().length === 0);
      // On a busy machine, requests that need no database are slow too.
      const isInTime = reply.ms < 3_000 + 3 * (await health).ms;
      check(`${said}: within 3 s`, isInTime, [reply.ms, (await health).ms]);
    }
  }
  note(`${weather}: slowest 503 after ${Math.round(slowest)} ms`);
  check(`${weather}: the session is kept`, person.cookie() === cookies);
  const ready = await timed(() => person.fetch('/readyz'));
  const isReady = ready.status === 200 && ready.text === 'database unreachable';
  check(`${weather}: /readyz says so`, isReady && ready.ms < 3_000, [ready.text, ready.ms]);
  check(`${weather}: /healthz says 200`, (await person.fetch('/healthz')).status === 200);
  check(`${weather}: pages are served`, (await person.fetch('/login')).status === 200);
  // Only the keepalive detects that the idle listening connection is dead.
  if (long || weather === 'refuse') {
    const streamEnds = () => stream.isOver;
    await until(`${weather}: the stream ends, browsers ask again`, streamEnds);
  }

  await proxy.setState('pass');
  const back = await until(
    'signed in as before',
    async () => (await graphql(person, viewer)).json?.data?.viewer?.user.id,
  );
  note(`${weather}: back after ${Math.round(back)} ms`);
  check(`${weather}: ready again`, (await person.fetch('/readyz')).text === 'ready');
  check('the same process', isAlive(product.pid));
}

async function duringRequests(
  person: HttpClient,
  id: string | null,
  what: string,
  happen: () => Promise<void> | void,
  check: Check,
): Promise<void> {
  const asking = Array.from({ length: 150 }, async (_, i) => {
    await new Promise((done) => setTimeout(done, i * 4));
    return graphql(person, i % 3 ? viewer : rename);
  });
  await new Promise((done) => setTimeout(done, 250));
  await happen();
  const replies = await Promise.all(asking);
  const wrong = replies.filter(({ status, json }) =>
    status === 503
      ? json?.errors?.[0]?.extensions?.code !== 'SERVICE_UNAVAILABLE'
      : status !== 200 || json.errors || (json.data.viewer && json.data.viewer.user.id !== id),
  );
  check(`${what}: right or 503`, wrong.length === 0, wrong.map(({ text }) => text).slice(0, 3));
  const nobody = replies.filter(({ json }) => json?.data?.viewer === null && !json.errors);
  check(`${what}: nobody is thrown out`, nobody.length === 0, nobody.length);
  await until('signed in as before', async () => (await person.viewerId()) === id);
}

async function untilLiveEventsCome(person: HttpClient): Promise<void> {
  const stream = await openStream(person);
  await until('events come again', async () => {
    await person.graphql(create, { name: `r-${Math.random()}` });
    return stream.text.includes('RecordChange');
  });
  stream.close();
}

async function killSessions(url: string): Promise<void> {
  // Autovacuum may be ended only by a superuser.
  await query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
}

const create = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "a.example" }) { errors { code } } }`;

const databaseOutage: Scenario = {
  row: 24,
  title: 'database down, swallowed, cut, sessions ended',
  async probe({ long }, check, note) {
    await withProxiedProduct(async (scene) => {
      const { proxy, databaseUrl, newClient } = scene;
      const person = await newClient().signIn(admin);
      const id = await person.viewerId();
      for (const weather of ['refuse', 'swallow'] as const) {
        await duringOutage(scene, { person, weather, long }, check, note);
        await untilLiveEventsCome(person);
      }
      await duringRequests(person, id, 'cut', () => proxy.cut(), check);
      await duringRequests(person, id, 'sessions ended', () => killSessions(databaseUrl), check);
      await duringRequests(
        person,
        id,
        'away for a moment',
        async () => {
          await proxy.setState('refuse');
          await new Promise((done) => setTimeout(done, 200));
          await proxy.setState('pass');
        },
        check,
      );
    });
  },
};

export const databaseScenarios = [databaseOutage];
