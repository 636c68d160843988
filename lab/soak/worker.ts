import { renameMutation } from '#lab/security/users.ts';
import { HttpClient, type Reply } from '#lab/support/http-client.ts';
import type { Target } from '#lab/support/target.ts';
import { pause } from '#lab/support/wait.ts';
import type { Figures } from './figures.ts';
import { keepLiveStreams } from './live-streams.ts';

/** With 50 users, about 20 requests per second. */
const thinkingMs = () => 1_000 + Math.random() * 3_000;
/** Not shorter, since an address gets few codes per hour. */
const shiftMs = () => (9 + Math.random() * 6) * 60_000;

/** The product promises a result or a 503 within 3 s while PostgreSQL ends its connections. */
const interruptedMs = 3_000;

const list = `query ($after: String) { repositories(first: 20, after: $after) {
  totalCount nodes { id name link } pageInfo { endCursor hasNextPage } } }`;
const search = `query ($term: String!) { repositories(searchTerm: $term, first: 20) {
  nodes { id name link } } }`;
const users = '{ users(first: 20) { totalCount nodes { id name email role status } } }';
const update = `mutation ($id: ID!, $description: String!) {
  updateRepository(input: { id: $id, description: $description }) { errors { code } } }`;
const viewer = '{ viewer { user { id name email } permissions } }';

export type Worker = {
  email: string;
  client: HttpClient;
  work(isOver: () => boolean): Promise<void>;
  liveStreams: ReturnType<typeof keepLiveStreams>;
};

type Options = {
  email: string;
  isManager: boolean;
  liveStreamCount: number;
  figures: Figures;
  lateSince: (begin: number) => number;
};

export async function startWorker(
  target: Target,
  { email, isManager, liveStreamCount, figures, lateSince }: Options,
): Promise<Worker> {
  const client = new HttpClient(target);
  const record = async (what: string, ask: () => Promise<Reply>): Promise<Reply | undefined> => {
    figures.asked += 1;
    const begin = performance.now();
    const reply = await ask().catch((error: Error) => {
      figures.refused.push(`${what}: ${error.message} (${figures.attack})`);
      return undefined;
    });
    const ms = performance.now() - begin - lateSince(begin);
    figures.times.push(ms);
    const isInterrupted = figures.attack.endsWith('ended connections');
    if (ms > (isInterrupted ? interruptedMs : 1_000)) {
      figures.slow.push(`${what}: ${Math.round(ms)} ms (${figures.attack})`);
    }
    if (reply && (reply.status !== 200 || reply.json?.errors)) {
      const isLost = isInterrupted && reply.text.includes('SERVICE_UNAVAILABLE');
      figures[isLost ? 'lost' : 'refused'].push(
        `${what}: ${reply.status} ${reply.text.slice(0, 150)} (${figures.attack})`,
      );
    }
    return reply;
  };
  const graphql = (what: string, query: string, variables: object = {}) =>
    record(what, () => client.post('/api/graphql', { query, variables }));

  async function signIn(): Promise<void> {
    const begin = Date.now();
    const after = target.mailbox.messages.filter(({ to }) => to === email).length;
    await record('request a code', () => client.requestCode(email));
    const { code } = await target.mailbox.next(email, { after, timeout: 60_000 });
    figures.codeTimes.push(Date.now() - begin);
    await record('enter the code', () => client.enterCode(email, code));
  }

  const liveStreams = keepLiveStreams(client, liveStreamCount, figures);
  let isFirst = true;
  await target.mailbox.next(email);
  await signIn();
  await graphql('name', renameMutation, { name: `Person ${email}` });
  await liveStreams.open();

  const clicks: (() => Promise<unknown>)[] = [
    () => graphql('list', list),
    () => graphql('search', search, { term: `repository ${Math.floor(Math.random() * 40)}` }),
    () => graphql('viewer', viewer),
    () => graphql('session', '{ viewer { session { id } } }'),
    ...(isManager ? [() => graphql('people', users), edit] : []),
  ];

  async function edit(): Promise<void> {
    const reply = await graphql('list', list);
    const nodes: { id: string; name: string }[] = reply?.json?.data?.repositories?.nodes ?? [];
    const node = nodes.filter(({ name }) => name.startsWith('soak'))[
      Math.floor(Math.random() * nodes.length)
    ];
    if (node) await graphql('edit', update, { id: node.id, description: `edited ${Date.now()}` });
  }

  return {
    email,
    client,
    async work(isOver) {
      // In a short soak, a fifth of the users sign in again, so that codes are measured.
      let next =
        Date.now() + (isFirst && Math.random() < 0.2 ? 35_000 + Math.random() * 60_000 : shiftMs());
      isFirst = false;
      while (!isOver()) {
        await pause(thinkingMs());
        if (isOver()) break;
        if (Date.now() < next) {
          await clicks[Math.floor(Math.random() * clicks.length)]?.();
          continue;
        }
        next = Date.now() + shiftMs();
        liveStreams.close();
        await record('sign out', () => client.post('/api/auth/sign-out', {}));
        await signIn().catch((error: Error) => figures.refused.push(`sign in: ${error.message}`));
        await liveStreams.open();
      }
    },
    liveStreams,
  };
}
