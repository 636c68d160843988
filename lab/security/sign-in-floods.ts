import { HttpClient } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/target.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { newAddress, type Scenario, until } from './context.ts';
import { flood } from './honest-traffic.ts';
import { withOwnProduct } from './setups.ts';

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

const floods: Scenario = {
  row: 33,
  title: 'five addresses flood sign-in while the mail server takes 250 ms a mail',
  exclusive: 'first',
  async run(context, check, note) {
    const mailbox = await startMailbox(0, { delay: 250 });
    try {
      await withOwnProduct(context, { mailbox }, async (own) => {
        const target = { ...own, retries: false };
        const attackers = Array.from({ length: 5 }, () => new HttpClient(target));
        const honest: number[] = [];
        let asked = 0;
        const attack = flood(20, 15_000, async (lane) => {
          const attacker = attackers[lane % attackers.length]?.copy();
          attacker?.jar.clear();
          asked += 1;
          await attacker?.requestCode(newAddress());
        });
        await pause(5_000);
        const signIn = async () => {
          const person = new HttpClient({ ...own, retries: true });
          const email = newAddress();
          const begin = Date.now();
          await person.requestCode(email);
          const { code } = await mailbox.next(email, { timeout: 60_000 });
          honest.push(Date.now() - begin);
          check('an honest code works', (await person.enterCode(email, code)).status === 200);
        };
        for (let i = 0; i < 3; i += 1) await signIn();
        await attack;
        await signIn();
        check(
          'honest codes arrive within 10 s',
          honest.every((ms) => ms < 10_000),
          honest,
        );
        check('the flood was one', asked > 100, asked);
        note(`${asked} requests; honest codes after ${honest.join(', ')} ms`);
      });
    } finally {
      await mailbox.close();
    }
  },
};

const plus: Scenario = {
  row: 33,
  title: '60 plus-addresses of one mailbox',
  async run(context, check) {
    const name = newAddress().split('@')[0];
    const { address } = new HttpClient(context);
    const clients = Array.from({ length: 60 }, () => new HttpClient(context, { address }));
    await Promise.all(clients.map((client, i) => client.requestCode(`${name}+${i}@example.org`)));
    const mailsNow = () =>
      context.mailbox.messages.filter(({ to }) => to.startsWith(`${name}+`)).length;
    await until(() => mailsNow() > 0, 60_000);
    await pause(3_000);
    const mails = mailsNow();
    check('the mailbox gets what one address gets', mails <= 5, mails);
    check('and the first code', mails >= 1, mails);
  },
};

const networks: Scenario = {
  row: 33,
  title: '40 /64s of one IPv6 network',
  only: ['production'],
  async run(context, check) {
    // Connects to the product's own port from the trusted address, and sets the client the way the proxy does.
    const direct = { ...context, urls: [context.directUrl], retries: false };
    const statuses: number[] = [];
    for (let subnet = 0; subnet < 40; subnet += 1) {
      await Promise.all(
        Array.from({ length: 15 }, async (_, host) => {
          const client = new HttpClient(direct, { address: '127.0.0.1' });
          const { status } = await client.requestCode(newAddress(), {
            'x-forwarded-for': `2001:db8:77:${subnet.toString(16)}::${host + 1}`,
            origin: context.urls[0] ?? '',
            host: new URL(context.urls[0] ?? '').host,
          });
          statuses.push(status);
        }),
      );
    }
    const sent = statuses.filter((status) => status === 200).length;
    check('a /48 is one network: most of 600 are refused', sent < 300, sent);
    check(
      'the first are served',
      statuses.slice(0, 5).every((status) => status === 200),
      statuses.slice(0, 5),
    );
    const honest = await new HttpClient(context).signIn(newAddress());
    check('another network is served', (await honest.viewerId()) !== null);
  },
};

const lockOut: Scenario = {
  row: 34,
  title: 'who knows an address keeps its owner out of no new browser',
  async run(context, check) {
    const email = newAddress();
    await new HttpClient(context).signIn(email);
    await pause(31_000);
    // Requests codes and guesses as often as allowed, each time from another address.
    const noRetries = { ...context, retries: false };
    const end = Date.now() + 95_000;
    let asks = 0;
    while (Date.now() < end) {
      const attacker = new HttpClient(noRetries);
      if ((await attacker.requestCode(email)).status === 200) asks += 1;
      for (let guess = 0; guess < 3; guess += 1)
        await attacker.enterCode(email, wrongFor('123456'));
      await pause(5_000);
    }
    check('the attacker gets codes sent', asks > 0, asks);
    const before = context.mailbox.messages.filter(({ to }) => to === email).length;
    const owner = new HttpClient(context);
    const begin = Date.now();
    let asked = await owner.requestCode(email);
    while (asked.status !== 200 && Date.now() - begin < 60_000) {
      await pause(2_000);
      asked = await owner.requestCode(email);
    }
    check(
      'the owner gets a code in a new browser within a minute',
      asked.status === 200,
      asked.text,
    );
    if (asked.status !== 200) return;
    const mail = await context.mailbox.next(email, { after: before });
    const entered = await owner.enterCode(email, mail.code);
    check('and the code signs them in', entered.status === 200, [entered.status, entered.text]);
  },
};

const asking: Scenario = {
  row: 34,
  title: 'an answer does not tell that the owner of an address just asked',
  async run(context, check) {
    const shape = async (email: string) => {
      const { status, headers, text } = await new HttpClient(context).requestCode(email);
      return JSON.stringify([status, headers.has('retry-after'), text]);
    };
    const [quiet, busy] = [newAddress(), newAddress()];
    await new HttpClient(context).requestCode(busy);
    await context.mailbox.next(busy);
    const [first, second] = [await shape(quiet), await shape(busy)];
    check('the same answer as for an address at rest', first === second, [first, second]);
    check('and no refusal', first.startsWith('[200,'), first);
  },
};

const changeOfAddress: Scenario = {
  row: 34,
  title: 'guesses at a new address do not prevent a change to it',
  async run(context, check) {
    const email = newAddress();
    const owner = await new HttpClient(context).signIn(email);
    const attacker = await new HttpClient({ ...context, retries: false }).signIn(newAddress());
    const newEmail = newAddress();
    const asked = await owner.post('/api/auth/email-otp/request-email-change', { newEmail });
    check('the owner asks', asked.status === 200, asked.text);
    const { code } = await context.mailbox.next(newEmail);
    for (let i = 0; i < 6; i += 1) {
      await attacker.post('/api/auth/email-otp/change-email', { newEmail, otp: wrongFor(code) });
    }
    const changed = await owner.post('/api/auth/email-otp/change-email', { newEmail, otp: code });
    check('the owner’s code is taken', changed.status === 200, [changed.status, changed.text]);
    const { data } = await owner.graphql('{ viewer { user { email } } }');
    check('the address is theirs', data?.viewer?.user?.email === newEmail, data);
    const mails = () => context.mailbox.messages.filter(({ to }) => to === email).length;
    const told = await until(() => mails() > 1);
    check('the former address is told', told !== undefined, mails());
  },
};

export const signInFloodScenarios = [floods, plus, networks, lockOut, asking, changeOfAddress];
