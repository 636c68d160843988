/** Rows 1–6: guessing codes, using them twice, flooding people with them, finding out who exists. */
import { type Ground, newAddress, pause, type Reply, type Row, raw, Visitor } from './target.ts';

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
const untilNextCode = 31_000;
const invented = (index: number) => ({
  'x-forwarded-for': `198.51.100.${index % 250}`,
  'x-real-ip': `198.51.100.${index % 250}`,
  forwarded: `for=198.51.100.${index % 250}`,
});
const statuses = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

const guessing: Row = {
  row: 1,
  title: 'guessing codes',
  async probe(target, check) {
    const email = newAddress();
    const owner = await new Visitor(target).signIn(email);
    const begin = Date.now();

    const victim = newAddress();
    const attacker = new Visitor(target);
    await attacker.ask(victim);
    const { code } = await target.mailbox.next(victim);
    const atOnce = await Promise.all(
      Array.from({ length: 200 }, (_, i) => attacker.enter(victim, wrongFor(code), invented(i))),
    );
    check('200 at once: three are looked at', statuses(atOnce, 400) <= 3, statuses(atOnce, 400));
    check('the others are told to wait', statuses(atOnce, 429) >= 197, statuses(atOnce, 429));
    const late = await attacker.enter(victim, code, invented(7));
    check('the right code is refused once the budget is spent', late.status === 429, late.status);
    check('with Retry-After', Number(late.headers.get('retry-after')) > 0);
    check('other people get in', (await new Visitor(target).signIn(newAddress())) !== undefined);

    // Nobody without a code of their own takes tries from those who have one.
    const other = newAddress();
    const honest = new Visitor(target);
    await honest.ask(other);
    const strangers = Array.from({ length: 50 }, (_, i) =>
      new Visitor(target).enter(other, '123456', invented(i)),
    );
    await Promise.all(strangers);
    const own = await target.mailbox.next(other);
    check(
      'strangers cannot lock anybody out',
      (await honest.enter(other, own.code)).status === 200,
    );

    await pause(begin + untilNextCode - Date.now());
    const thief = new Visitor(target);
    await thief.ask(email);
    const stolen = await target.mailbox.next(email);
    for (let guess = 0; guess < 3; guess += 1) await thief.enter(email, wrongFor(stolen.code));
    check('an attacked address refuses', (await thief.enter(email, stolen.code)).status === 429);
    check('also to send', (await new Visitor(target).ask(email)).status === 429);
    await owner.post('/api/auth/sign-out', {});
    const from = Date.now();
    await owner.signIn(email);
    check('a browser that signed in before gets in within 60 s', Date.now() - from < 60_000);
  },
};

const reuse: Row = {
  row: 2,
  title: 'codes used twice, older or somebody else’s',
  async probe(target, check) {
    const email = newAddress();
    const browser = new Visitor(target);
    await browser.ask(email);
    const first = await target.mailbox.next(email);
    const begin = Date.now();
    const thief = new Visitor(target);
    check('another browser: refused', (await thief.enter(email, first.code)).status === 400);
    await thief.ask(newAddress());
    check('one with a code for another', (await thief.enter(email, first.code)).status === 400);
    await pause(begin + untilNextCode - Date.now());
    await browser.ask(email);
    const second = await target.mailbox.next(email);
    if (first.code !== second.code) {
      check('an older code: refused', (await browser.enter(email, first.code)).status === 400);
    }
    const copies = Array.from({ length: 50 }, () => browser.copy());
    const replies = await Promise.all(copies.map((each) => each.enter(email, second.code)));
    check('the right code 50 times at once: one session', statuses(replies, 200) === 1);
    const viewers = await Promise.all(copies.map((each) => each.viewerId()));
    check('and one viewer', viewers.filter(Boolean).length === 1);
  },
};

const flood: Row = {
  row: 4,
  title: '100 codes for one address',
  async probe(target, check) {
    const email = newAddress();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => new Visitor(target).ask(email, invented(i))),
    );
    check('one is sent', statuses(replies, 200) === 1, statuses(replies, 200));
    check('99 are refused alike', statuses(replies, 429) === 99);
    const bodies = new Set(replies.filter((r) => r.status === 429).map((r) => r.text));
    check('in the same words', bodies.size === 1);
    await pause(1_000);
    check('one mail', target.mailbox.messages.filter(({ to }) => to === email).length === 1);
  },
};

const who: Row = {
  row: 5,
  title: 'known, unknown, banned: who is it?',
  alone: 'first',
  async probe(target, check, note) {
    const shapes = new Set<string>();
    let best = { spread: Number.POSITIVE_INFINITY, noise: 0, medians: [] as number[] };
    // What tells people apart tells them apart each time; what a busy machine does, it does not.
    for (let batch = 0; batch < 4 && best.spread >= 2 + best.noise; batch += 1) {
      const times = await measure(target, 14, shapes);
      const medians = times.map(median);
      // How far apart two halves of the same kind are, which nothing tells apart.
      const halves = times.map((all) => [0, 1].map((half) => all.filter((_, i) => i % 2 === half)));
      const noise = Math.max(...halves.map((pair) => spreadOf(pair.map(median))));
      const spread = spreadOf(medians);
      if (spread - noise < best.spread - best.noise) best = { spread, noise, medians };
    }
    check('same status, body and headers', shapes.size === 1, [...shapes].join('\n'));
    check('medians within 2 ms, but for the noise', best.spread < 2 + best.noise, best);
    note(`medians ${best.medians.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    note(`noise ${best.noise.toFixed(1)} ms`);
  },
};

const median = (times: number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const spreadOf = (values: number[]) => Math.max(...values) - Math.min(...values);

/** Asks for codes for people of each kind; returns the times of each, adds what the answers look like. */
async function measure(target: Ground, rounds: number, shapes: Set<string>): Promise<number[][]> {
  const kinds: Record<string, string[]> = { known: [], unknown: [], banned: [] };
  const create = `mutation ($email: String!) {
      createUser(input: { email: $email, role: USER }) { user { id } } }`;
  const ban = `mutation ($id: ID!) {
      banUser(input: { id: $id, reason: "probe" }) { errors { code } } }`;
  const make = async (kind: string) => {
    const email = newAddress();
    const { data } = await target.root.graphql(create, { email });
    // The invitation's way must not cross the measurement's.
    await target.mailbox.next(email);
    if (kind === 'banned') await target.root.graphql(ban, { id: data.createUser.user.id });
    kinds[kind]?.push(email);
  };
  for (let i = 0; i < rounds; i += 1) {
    await Promise.all([make('known'), make('banned')]);
    kinds.unknown?.push(newAddress());
  }
  const times: Record<string, number[]> = { known: [], unknown: [], banned: [] };
  for (let i = 0; i < rounds; i += 1) {
    const order = Object.keys(kinds);
    for (let turn = 0; turn < order.length; turn += 1) {
      const kind = order[(turn + i) % order.length] ?? '';
      // The mail of one must not slow the answer to the next.
      await pause(20);
      const begin = performance.now();
      const { status, text, headers } = await new Visitor(target).ask(kinds[kind]?.[i] ?? '');
      times[kind]?.push(performance.now() - begin);
      const named = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      const plain = named.map(
        ([name, value]) => `${name}: ${value.replace(/=[\w.~-]{22,}/, '=…')}`,
      );
      shapes.add(JSON.stringify([status, text, plain]));
    }
  }
  return Object.values(times);
}

const smuggling: Row = {
  row: 6,
  title: 'CR/LF, NUL, markup in an address',
  async probe(target, check) {
    const before = target.mailbox.messages.length;
    const bad = [
      'a@b.co\r\nBcc: evil@example.org',
      'a@b.co\nevil@example.org',
      'a\u0000@b.co',
      `${'x'.repeat(400)}@b.co`,
      '<b>x</b>@b.co',
      '"a b"@b.co',
      'a@b.co,evil@example.org',
      'a@b.co evil@example.org',
      'evil@example.org>',
      '@b.co',
    ];
    for (const email of bad) {
      const reply = await new Visitor(target).ask(email);
      check(`${JSON.stringify(email.slice(0, 30))} is refused`, reply.status === 400, reply.status);
    }
    await pause(500);
    const evil = target.mailbox.messages.slice(before).filter(({ to }) => /evil|b\.co/.test(to));
    check('nothing is sent', evil.length === 0);
  },
};

const doors: Row = {
  row: 3,
  title: 'other doors of the library',
  async probe(target, check) {
    const { host } = new URL(target.urls[0] ?? '');
    const paths = [
      '/email-otp/check-verification-otp',
      '/email-otp/verify-email',
      '/email-otp/request-password-reset',
      '/email-otp/reset-password',
      '/forget-password/email-otp',
      '/sign-up/email',
      '/sign-in/email',
      '/change-email',
      '/update-user',
      '/admin/set-role',
      '/admin/create-user',
      '/admin/set-user-password',
      '/admin/list-user-sessions',
      '//sign-in/email-otp',
      '/./sign-in/email-otp',
      '/x/../sign-in/email-otp',
      '/sign-in%2femail-otp',
      '/sign-in%2Femail-otp',
      '/%73ign-in/email-otp',
      '/sign-in/email-otp/',
      '/Sign-In/Email-OTP',
      '/sign-in/email-otp;x',
      '\\sign-in\\email-otp',
    ];
    const body = JSON.stringify({ email: newAddress(), otp: '123456', type: 'sign-in' });
    for (const path of paths) {
      const { status } = await raw(
        target,
        `POST /api/auth${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}`,
        body,
      );
      // Dots are resolved before we see the path: what is left is the door itself, with its own guard.
      const isDoor = /^\/(\.|x\/\.\.)\/sign-in/.test(path) || path.startsWith('\\');
      const isFine = status === 404 || (isDoor && (status === 400 || status === 429));
      check(`${path} is closed`, isFine, status);
    }
  },
};

export const codeRows = [guessing, reuse, doors, flood, who, smuggling];
