/** Row 26: kill -9 under writes, a second start on the same data, a full disk. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient, type Reply } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { pause, until } from '#lab/support/wait.ts';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { admin, type ResilienceContext, type Scenario } from './context.ts';
import { childrenOf, findPostgresPid, killAll } from './processes.ts';

const create = `mutation ($name: String!, $description: String) {
  createRepository(input: { name: $name, link: "git.example.com/x", description: $description }) {
    repository { id } errors { code } } }`;
const find = 'query ($id: ID!) { repository(id: $id) { id } }';

function startOn(dataDir: string, mailbox: Mailbox): Promise<Product> {
  return startProduct({
    databaseUrl: '',
    smtpUrl: mailbox.url,
    env: {
      DATA_DIR: dataDir,
      ADMIN_EMAILS: admin,
      LOG_LEVEL: 'info',
      MUTATIONS_PER_MINUTE: '1000000',
    },
  });
}

async function killLoop({ long }: ResilienceContext, check: Check, note: (figure: string) => void) {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-kill-'));
  const mailbox = await startMailbox();
  const written: string[] = [];
  let cookies = new Map<string, string>();
  const rounds = long ? 50 : 5;
  let slowest = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const begin = performance.now();
      const product = await startOn(dataDir, mailbox);
      if (round > 1) slowest = Math.max(slowest, performance.now() - begin);
      const adminClient = new HttpClient({ urls: [product.url], mailbox, admin, retries: true });
      for (const [name, value] of cookies) adminClient.jar.set(name, value);
      if (!cookies.size) await adminClient.signIn(admin);
      check(`round ${round}: signed in as before`, (await adminClient.viewerId()) !== null);
      cookies = adminClient.jar;
      const missing = await Promise.all(
        written
          .slice(-60)
          .map(async (id) => !(await adminClient.graphql(find, { id })).data?.repository),
      );
      check(
        `round ${round}: nothing is lost`,
        !missing.includes(true),
        missing.filter(Boolean).length,
      );

      let isOver = false;
      const writers = Array.from({ length: 6 }, async (_, writer) => {
        for (let i = 0; !isOver; i += 1) {
          const name = `k ${round} ${writer} ${i}`;
          const id = await adminClient.graphql(create, { name }).then(
            ({ data }) => data?.createRepository?.repository?.id,
            () => undefined,
          );
          if (id) written.push(id);
        }
      });
      await pause(250 + Math.random() * 400);
      const killed = product.stop('SIGKILL');
      // Every other time, PostgreSQL is killed too, like in a power failure.
      const postgresPid = findPostgresPid(dataDir);
      if (round % 2 && postgresPid) killAll([postgresPid, ...childrenOf(postgresPid)]);
      await killed;
      isOver = true;
      await Promise.all(writers);
    }
    const product = await startOn(dataDir, mailbox);
    const adminClient = new HttpClient({ urls: [product.url], mailbox, admin });
    for (const [name, value] of cookies) adminClient.jar.set(name, value);
    let lost = 0;
    for (const id of written) {
      if (!(await adminClient.graphql(find, { id })).data?.repository) lost += 1;
    }
    check('nothing that was answered is lost', lost === 0, lost);
    check('there was something to lose', written.length > rounds * 5, written.length);
    const figure = `${rounds} kills: ${written.length} writes answered, ${lost} lost; ready again in ${Math.round(slowest)} ms at most`;
    note(figure);

    const second = await startOn(dataDir, mailbox).then(
      async (other) => {
        await other.stop();
        return '';
      },
      (error: Error) => error.message,
    );
    check('a second start is refused', /cause:.*is using/.test(second), second || 'it started');
    check('and says what to do', /hint:.*DATA_DIR/.test(second));
    check('the first goes on', (await adminClient.viewerId()) !== null);
    await ownPostgres(dataDir, adminClient, check, note);
    check('it ends well', (await product.stop()) === 0);
  } finally {
    await mailbox.close();
    const left = findPostgresPid(dataDir);
    if (left) killAll([left, ...childrenOf(left)]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ownPostgres(
  dataDir: string,
  adminClient: HttpClient,
  check: Check,
  note: (figure: string) => void,
): Promise<void> {
  const postgresPid = findPostgresPid(dataDir);
  if (!postgresPid) throw new Error('There is no postgresPid.');
  killAll([postgresPid, ...childrenOf(postgresPid)]);
  const during = await adminClient.post('/api/graphql', { query: '{ viewer { user { id } } }' });
  const isHonest = during.status === 503 || Boolean(during.json?.data?.viewer);
  check('its PostgreSQL is killed: 503, or nothing noticed', isHonest, during.text);
  const back = await until('back', async () => {
    const { json } = await adminClient.post('/api/graphql', {
      query: '{ viewer { user { id } } }',
    });
    return Boolean(json?.data?.viewer);
  });
  check('back within 5 s, without a restart', back < 5_000, Math.round(back));
  note(`its own PostgreSQL killed: back after ${Math.round(back)} ms`);
}

function mountSmall(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  return (
    process.platform === 'linux' &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=711', 'tmpfs', folder]).status === 0
  );
}

async function fullDisk(
  { skip }: ResilienceContext,
  check: Check,
  note: (figure: string) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-full-'));
  if (!mountSmall(folder)) return skip();
  const unmount = () => spawnSync('umount', ['-l', folder]);
  process.once('exit', unmount);
  const dataDir = join(folder, 'data');
  const mailbox = await startMailbox();
  let product: Product | undefined;
  try {
    product = await startOn(dataDir, mailbox);
    const adminClient = await new HttpClient({ urls: [product.url], mailbox, admin }).signIn(admin);
    const { data } = await adminClient.graphql(create, { name: 'first' });
    const id: string = data.createRepository.repository.id;
    const filling = join(folder, 'filling');
    // dd fails when the disk is full, as intended.
    spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=64k']);
    const refused = await writeUntilRefused(adminClient);
    check('the disk was full', refused.length > 0, refused.length);
    for (const { status, json, text, headers } of refused) {
      const code = json?.errors?.[0]?.extensions?.code;
      check('a write is refused with 503', status === 503 && code === 'SERVICE_UNAVAILABLE', text);
      check('with Retry-After', Number(headers.get('retry-after')) > 0);
    }
    const reads = await Promise.all(
      Array.from({ length: 10 }, () =>
        adminClient.post('/api/graphql', { query: find, variables: { id } }),
      ),
    );
    const good = reads.filter(({ json }) => json?.data?.repository?.id === id);
    check('reads go on', good.length === reads.length, reads.find((r) => r.status !== 200)?.text);
    check('nobody is thrown out', (await adminClient.viewerId()) !== null);
    rmSync(filling);
    const back = await until('writes again', async () => {
      const reply = await adminClient.graphql(create, { name: `after ${Math.random()}` });
      return Boolean(reply.data?.createRepository?.repository);
    });
    check('recovers within 5 s', back < 5_000, Math.round(back));
    note(`full disk: writes again after ${Math.round(back)} ms`);
  } finally {
    await product?.stop();
    const left = findPostgresPid(dataDir);
    if (left) killAll([left, ...childrenOf(left)]);
    await mailbox.close();
    process.removeListener('exit', unmount);
    unmount();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeUntilRefused(adminClient: HttpClient): Promise<Reply[]> {
  // Below the size at which PostgreSQL compresses text.
  const description = 'x'.repeat(1_500);
  for (let batch = 0; batch < 500; batch += 1) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => {
        const name = `full ${Math.random()}`;
        return adminClient.post('/api/graphql', {
          query: create,
          variables: { name, description },
        });
      }),
    );
    // A busy server isn't the failure under test, so retry.
    const refused = replies.filter(({ status, text }) => status !== 200 && !/busy/.test(text));
    if (refused.length) return refused;
  }
  return [];
}

const kill: Scenario = {
  row: 26,
  title: 'kill -9 under writes, a second start',
  probe: killLoop,
};

/** Apart from the others, as it is skipped where no tmpfs can be mounted. */
const full: Scenario = { row: 26, title: 'a full disk', probe: fullDisk };

export const killScenarios = [kill, full];
