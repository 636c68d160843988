import { HttpClient, type Reply } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/target.ts';
import { type Context, newAddress, type Scenario } from './context.ts';

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
const untilNextCode = 31_000;
/** Headers that spoof another client. Local mode would reject the usual forwarding headers. */
function invented({ setup }: Pick<Context, 'setup'>, index: number): Record<string, string> {
  const address = `198.51.100.${index % 250}`;
  if (setup !== 'production') return { 'x-atrium-client-address': address };
  return { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` };
}
const statuses = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

const guessing: Scenario = {
  row: 1,
  title: 'guessing codes',
  async run(target, check) {
    const email = newAddress();
    const owner = await new HttpClient(target).signIn(email);
    const begin = Date.now();

    const victim = newAddress();
    const attacker = new HttpClient(target);
    await attacker.requestCode(victim);
    const { code } = await target.mailbox.next(victim);
    const atOnce = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        attacker.enterCode(victim, wrongFor(code), invented(target, i)),
      ),
    );
    check('200 at once: three are looked at', statuses(atOnce, 400) <= 3, statuses(atOnce, 400));
    check('the others are told to wait', statuses(atOnce, 429) >= 197, statuses(atOnce, 429));
    const late = await attacker.enterCode(victim, code, invented(target, 7));
    check('the right code is refused once the budget is spent', late.status === 429, late.status);
    check('with Retry-After', Number(late.headers.get('retry-after')) > 0);
    const { address } = attacker;
    const neighbour = await new HttpClient(target, { address }).signIn(newAddress());
    check('other people get in', (await neighbour.viewerId()) !== null);

    // Guesses without a requested code don't use up the owner's attempts.
    const other = newAddress();
    const honest = new HttpClient(target);
    await honest.requestCode(other);
    const guesses = Array.from({ length: 50 }, (_, i) =>
      new HttpClient(target).enterCode(other, '123456', invented(target, i)),
    );
    await Promise.all(guesses);
    const own = await target.mailbox.next(other);
    check(
      'guesses without a code lock no one out',
      (await honest.enterCode(other, own.code)).status === 200,
    );

    await pause(begin + untilNextCode - Date.now());
    const thief = new HttpClient(target);
    await thief.requestCode(email);
    const stolen = await target.mailbox.next(email);
    for (let guess = 0; guess < 3; guess += 1) await thief.enterCode(email, wrongFor(stolen.code));
    check(
      'an attacked address refuses',
      (await thief.enterCode(email, stolen.code)).status === 429,
    );
    const again = await new HttpClient(target, { address: thief.address }).requestCode(email);
    check('also to send, in any browser of that network', again.status === 429, again.status);
    await owner.post('/api/auth/sign-out', {});
    const from = Date.now();
    check('the owner is signed out', (await owner.viewerId()) === null);
    while ((await owner.viewerId()) === null && Date.now() - from < 60_000) {
      const asked = await owner.requestCode(email);
      if (asked.status === 200) {
        const mail = await target.mailbox.next(email);
        await owner.enterCode(email, mail.code);
      } else await pause(1_000);
    }
    check('a browser that signed in before gets in within 60 s', (await owner.viewerId()) !== null);
  },
};

const reuse: Scenario = {
  row: 2,
  title: 'codes used twice, older or somebody else’s',
  async run(target, check) {
    const email = newAddress();
    const browser = new HttpClient(target);
    await browser.requestCode(email);
    const first = await target.mailbox.next(email);
    const begin = Date.now();
    const thief = new HttpClient(target);
    check('another browser: refused', (await thief.enterCode(email, first.code)).status === 400);
    await thief.requestCode(newAddress());
    check('one with a code for another', (await thief.enterCode(email, first.code)).status === 400);
    await pause(begin + untilNextCode - Date.now());
    await browser.requestCode(email);
    const second = await target.mailbox.next(email);
    // Two codes are equal once in a million times. Then there is no older one to try.
    const older = first.code === second.code ? wrongFor(second.code) : first.code;
    check('an older code: refused', (await browser.enterCode(email, older)).status === 400);
    const copies = Array.from({ length: 50 }, () => browser.copy());
    const replies = await Promise.all(copies.map((each) => each.enterCode(email, second.code)));
    check('the right code 50 times at once: one session', statuses(replies, 200) === 1);
    const viewers = await Promise.all(copies.map((each) => each.viewerId()));
    check('and one viewer', viewers.filter(Boolean).length === 1);
  },
};

const flood: Scenario = {
  row: 4,
  title: '100 codes for one address',
  async run(target, check) {
    const ask = (email: string, address?: string) =>
      Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          new HttpClient(target, address ? { address } : {}).requestCode(
            email,
            invented(target, i),
          ),
        ),
      );
    const email = newAddress();
    const replies = await ask(email, new HttpClient(target).address);
    check('from one network, one is sent', statuses(replies, 200) === 1, statuses(replies, 200));
    check('99 are refused alike', statuses(replies, 429) === 99);
    // The limit per address is higher than per network, so one network can't exhaust it.
    const other = newAddress();
    const spread = await ask(other);
    const sent = statuses(spread, 200);
    check('from 100 networks, at most 28 are sent', sent >= 1 && sent <= 28, sent);
    check('the others are refused', statuses(spread, 429) === 100 - sent);
    const refused = [...replies, ...spread].filter(({ status }) => status === 429);
    check('in the same words', new Set(refused.map(({ text }) => text)).size === 1);
    await target.mailbox.next(email);
    await pause(1_000);
    check('one mail', target.mailbox.messages.filter(({ to }) => to === email).length === 1);
  },
};

export const codeScenarios = [guessing, reuse, flood];
