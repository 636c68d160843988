import { HttpClient } from '#lab/support/http-client.ts';
import { newAddress, type Scenario } from './context.ts';

const cookies: Scenario = {
  row: 8,
  title: 'cookie flags, fixation, sign-out, revocation',
  async run(context, check) {
    const isSecure = context.setup === 'production';
    const email = newAddress();
    const client = new HttpClient(context);
    const asked = await client.requestCode(email);
    const { code } = await context.mailbox.next(email);
    const known = sessionCookieName(context.adminClient.jar);
    const planted = client.copy();
    planted.jar.set(known, 'planted.token');
    const entered = await planted.enterCode(email, code);
    const set = [...asked.headers.getSetCookie(), ...entered.headers.getSetCookie()];
    check('signing in sets cookies', set.length > 1, set.length);
    for (const cookie of set) {
      const name = cookie.split('=')[0] ?? '';
      const flags = cookie.split('; ').slice(1);
      for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) {
        check(`${name}: ${flag}`, flags.includes(flag), flags);
      }
      check(`${name}: no Domain`, !/domain=/i.test(cookie));
      check(`${name}: Secure on https`, flags.includes('Secure') === isSecure, flags);
      check(`${name}: __Host- on https`, name.startsWith('__Host-') === isSecure);
    }
    const session = planted.jar.get(known);
    check('a planted token is replaced', session !== undefined && session !== 'planted.token');
    const token = decodeURIComponent(session ?? '').split('.')[0] ?? '?';
    const told = await planted.fetch('/api/auth/get-session');
    check('no answer tells the token', !(entered.text + told.text).includes(token));
    const forged = planted.copy();
    forged.jar.set(known, token);
    check('a token without its signature is nobody', (await forged.viewerId()) === null);
    const before = planted.copy();
    check('the real one works', (await before.viewerId()) !== null);
    await planted.post('/api/auth/sign-out', {});
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        before.graphql('{ setup { appName } viewer { user { id } } }'),
      ),
    );
    const isDead = all.every(({ data }) => data?.setup && data.viewer === null);
    check('after signing out it is dead everywhere', isDead, all[0]);

    const person = await new HttpClient(context).signIn(newAddress());
    const elsewhere = person.copy();
    check('a second browser works', (await elsewhere.viewerId()) !== null);
    await person.post('/api/auth/revoke-sessions', {});
    check('revoked sessions are dead', (await elsewhere.viewerId()) === null);
  },
};

function sessionCookieName(jar: ReadonlyMap<string, string>): string {
  const name = [...jar.keys()].find((each) => each.endsWith('session_token'));
  if (!name) throw new Error(`No session cookie among ${[...jar.keys()]}`);
  return name;
}

export const cookieScenarios = [cookies];
