import { HttpClient } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/target.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { newAddress, type Scenario } from './context.ts';
import { flood } from './honest-traffic.ts';
import { withOwnProduct } from './setups.ts';

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

export const signInFloodScenarios = [floods, asking];
