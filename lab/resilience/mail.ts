/** Row 25: the mail server is down, slow or rejecting, or the product is killed while emails are queued. */

import { newAddress } from '#lab/security/context.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { type Check, quantile } from '#lab/support/probe.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { refuse, startMailServer } from '#tests/support/mail-server.ts';
import { startProduct } from '#tests/support/product.ts';
import { type Scenario, timed, until } from './context.ts';

type Mood = 'take' | 'refuse' | 'drag';

async function startMoodyServer(port = 0) {
  const taken: string[] = [];
  const state = { mood: 'take' as Mood };
  const server = await startMailServer(
    (done, recipients) => {
      if (state.mood === 'refuse') return refuse(done);
      taken.push(...recipients);
      done();
    },
    {
      port,
      onRcptTo(_address, _session, done) {
        if (state.mood !== 'drag') done();
      },
    },
  );
  return { ...server, state, taken };
}

const mail: Scenario = {
  row: 25,
  title: 'mail server down, slow, refusing; kill -9 with mails waiting',
  async probe({ prove }, check, note) {
    const seen = prove(
      'incident',
      'Mails stay in the outbox and are sent once the server accepts them.',
    );
    const database = await freshDatabase();
    const first = await startMoodyServer();
    const { port, taken } = first;
    const options = { databaseUrl: database.url, smtpUrl: `smtp://127.0.0.1:${port}` };
    let product = await startProduct(options);
    const asked: string[] = [];
    const times: number[] = [];
    const ask = async (count: number, what: string, check: Check) => {
      for (let i = 0; i < count; i += 1) {
        const email = newAddress();
        const client = new HttpClient({
          urls: [product.url],
          mailbox: undefined as never,
          admin: '',
        });
        const { status, ms } = await timed(() => client.requestCode(email));
        check(`${what}: answered`, status === 200, status);
        asked.push(email);
        times.push(ms);
      }
    };
    await ask(5, 'as a rule', check);
    const usual = quantile(times, 0.5);
    times.length = 0;
    first.state.mood = 'refuse';
    await ask(5, 'refusing', check);
    first.state.mood = 'drag';
    await ask(5, 'slow', check);
    // Kill the product with one email in transfer and others queued.
    await product.stop('SIGKILL');
    await first.close();
    product = await startProduct(options);
    await ask(5, 'down', check);
    await product.stop('SIGKILL');
    const slowest = quantile(times, 0.9);
    check('answers stay fast', slowest < 10 * usual + 500, [usual, slowest]);
    note(
      `a code asked for: ${Math.round(usual)} ms as a rule, ${Math.round(slowest)} ms (90 %) with a bad mail server`,
    );

    const back = await startMoodyServer(port);
    product = await startProduct(options);
    const arrived = () => [...taken, ...back.taken];
    const took = await until(
      'every mail arrives',
      () => asked.every((email) => arrived().includes(email)),
      90_000,
    );
    const twice = arrived().filter((email, i, all) => all.indexOf(email) !== i);
    check(
      'every mail arrives',
      asked.every((email) => arrived().includes(email)),
    );
    check('none twice', twice.length === 0, twice);
    const figure = `${asked.length} mails, all delivered ${Math.round(took / 1_000)} s after the server was back, ${twice.length} twice`;
    seen(figure);
    note(figure);
    check('it ends well', (await product.stop()) === 0);
    await back.close();
    await database.drop();
  },
};

export const mailScenarios = [mail];
