import { describe, expect, it, onTestFinished } from 'vitest';
import { certified } from '#tests/support/attestation.ts';
import { type Ceremony, type CoseKey, createAuthenticator } from '#tests/support/authenticator.ts';
import { connectionsDuring } from '#tests/support/connections.ts';
import { createPasskey, unique } from '#tests/support/factories.ts';
import { lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { type Authenticator, codeOf, passkeyPeople } from '#tests/support/passkey-people.ts';
import { type Browser, type Json, startServer } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

const registerOptions = '/api/auth/passkey/generate-register-options';
const verifyRegistration = '/api/auth/passkey/verify-registration';
const signInOptions = '/api/auth/passkey/generate-authenticate-options';
const verify = '/api/auth/passkey/verify-authentication';
const reauthenticate = '/api/auth/reauthenticate/passkey';
const renewed = {
  token: expect.any(String),
  reauthenticatedAt: expect.any(Date),
  reauthenticationMethod: 'passkey',
  expiresAt: expect.any(Date),
  updatedAt: expect.any(Date),
};

const keyOf = (...[kty, alg, first, second]: [number, number, number | Buffer, Buffer]): CoseKey =>
  new Map<number, number | Buffer>([
    [1, kty],
    [3, alg],
    [-1, first],
    [-2, second],
  ]);
const exponent = Buffer.from([1, 0, 1]);
const rsaKey = (bits: number, alg = -257) => keyOf(3, alg, Buffer.alloc(bits / 8, 0xa5), exponent);

const { addPasskey, personWithPasskey, signIn, signUp, viewerOf } = passkeyPeople(server);

async function options(browser: Browser): Promise<Json> {
  const response = await browser.open(signInOptions);
  expect(response.status).toBe(200);
  return response.json();
}

describe('a passkey', () => {
  it('is added with the name of its password manager, and signs its owner in', async () => {
    const aaguid = Buffer.from('bada5566a7aa401fbd9645619a55120d', 'hex');
    const device = createAuthenticator({ aaguid });
    const { email, send, id } = await personWithPasskey('user', device);
    const list = `{ viewer { passkeys { id name authenticator isSynced lastUsedAt credentialId } } }`;
    expect((await send(list)).data.viewer.passkeys).toEqual([
      {
        ...{ id: expect.stringMatching(/^pky_/), name: '1Password', authenticator: '1Password' },
        ...{ isSynced: false, lastUsedAt: null, credentialId: device.id },
      },
    ]);
    expect((await server.mailTo(email)).subject).toContain('passkey was added');

    const browser = server.browser();
    const response = await signIn(device, { backedUp: true }, browser);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('"token"');
    expect((await viewerOf(browser)).user.email).toBe(email);
    expect((await send(list)).data.viewer.passkeys[0]).toMatchObject({
      isSynced: true,
      lastUsedAt: expect.any(String),
    });
    const sessions = '{ viewer { user { sessions { nodes { signInMethod passkeyName } } } } }';
    const own = await server.sendAs(browser.cookie())(sessions);
    expect(own.data.viewer.user.sessions.nodes).toEqual([
      { signInMethod: 'PASSKEY', passkeyName: '1Password' },
      { signInMethod: 'EMAIL_CODE', passkeyName: null },
    ]);
    const events = await database.auditEvent.findMany({
      where: { userId: id },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['created', null],
      ['signed_in', null],
      ['passkey_added', '1Password'],
      ['signed_in', '1Password'],
    ]);
  });

  it('requires a resident key and user verification, and excludes what was added before', async () => {
    const { browser, device, email } = await personWithPasskey();
    const wanted = await (await browser.open(registerOptions)).json();
    expect(wanted).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email },
      excludeCredentials: [{ id: device.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(wanted.authenticatorSelection.authenticatorAttachment).toBeUndefined();
    const again = await addPasskey(browser, device);
    expect([again.status, await codeOf(again)]).toEqual([400, 'PREVIOUSLY_REGISTERED']);
  });

  it.each(['apple', 'android-key', 'fido-u2f', 'packed', 'tpm'])(
    'with certificates of the format %s is refused before anything is downloaded',
    async (format) => {
      const { browser, id } = await signUp();
      const connections = await connectionsDuring(async () => {
        const response = await addPasskey(browser, createAuthenticator(), {
          attestation: [format, certified(Array(20).fill(47_123))],
        });
        expect([response.status, await codeOf(response)]).toEqual([
          400,
          'FAILED_TO_VERIFY_REGISTRATION',
        ]);
      });
      expect(connections).toEqual([]);
      expect(await database.passkey.count({ where: { userId: id } })).toBe(0);
    },
  );

  it.each<[string, Ceremony]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'Zm9yZWlnbiBjaGFsbGVuZ2U' }],
    ['without user verification', { userVerified: false }],
    ['with a key of an algorithm that was not offered', { key: rsaKey(2_048, -65_535) }],
    ['with a key of an algorithm of another kind', { key: rsaKey(2_048, -7) }],
    ['with a key of more than 4,096 bits', { key: rsaKey(96_000) }],
    ['with a key that is no point of its curve', { key: keyOf(1, -8, 6, Buffer.alloc(31, 1)) }],
    ['with a key with parts missing', { key: keyOf(2, -7, 1, Buffer.alloc(32, 1)) }],
    ['whose signed credential ID is empty', { attestedId: Buffer.alloc(0) }],
    ['whose signed credential ID is another one', { attestedId: Buffer.alloc(32, 1) }],
  ])('%s is refused', async (_what, ceremony) => {
    const { browser, id } = await signUp();
    const response = await addPasskey(browser, createAuthenticator(), ceremony);
    expect([response.status, await codeOf(response)]).toEqual([
      400,
      'FAILED_TO_VERIFY_REGISTRATION',
    ]);
    expect(await database.passkey.count({ where: { userId: id } })).toBe(0);
  });

  it('may have an RSA key of 4,096 bits', async () => {
    const { browser } = await signUp();
    const options = await (await browser.open(registerOptions)).json();
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
    const response = createAuthenticator().register(options, { key: rsaKey(4_096) });
    expect((await browser.post(verifyRegistration, { response })).status).toBe(200);
  });

  it('is added once of ten identical requests at once', async () => {
    const { browser, id } = await signUp();
    const wanted = await (await browser.open(registerOptions)).json();
    const response = createAuthenticator().register(wanted);
    const cookie = browser.cookie();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.post(verifyRegistration, { response }, cookie)),
    );
    const codes = await Promise.all(answers.map(codeOf));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect(codes.filter((code) => code === 'CHALLENGE_NOT_FOUND')).toHaveLength(9);
    expect(await database.passkey.count({ where: { userId: id } })).toBe(1);
  });

  it('is refused while another request adds the same credential', async () => {
    const { browser, id } = await signUp();
    const other = await signUp();
    const device = createAuthenticator();
    const answer = await whileWaiting(database, {
      async lock(transaction) {
        const passkey = await createPasskey(transaction, other.id);
        const credentialID = device.id;
        await transaction.passkey.update({ where: { id: passkey.id }, data: { credentialID } });
      },
      request: () => addPasskey(browser, device),
    });
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'PREVIOUSLY_REGISTERED']);
    expect(await database.passkey.count({ where: { userId: id } })).toBe(0);
  });

  it('is refused above the limit of 20, also among requests at the same time', async () => {
    const { browser, id } = await signUp();
    for (let count = 0; count < 19; count += 1) await createPasskey(database, id);
    const ceremonies: { response: object; cookie: string }[] = [];
    for (let count = 0; count < 4; count += 1) {
      const options = await (await browser.open(registerOptions)).json();
      const response = createAuthenticator().register(options);
      ceremonies.push({ response, cookie: browser.cookie() });
    }
    const answers = await whileWaiting(database, {
      lock: lockUser(id),
      waiting: 4,
      request: () =>
        Promise.all(
          ceremonies.map(({ response, cookie }) =>
            server.post(verifyRegistration, { response }, cookie),
          ),
        ),
    });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await Promise.all(answers.map(codeOf))).toEqual(
      expect.arrayContaining([undefined, 'PASSKEY_LIMIT_REACHED']),
    );
    expect(await database.passkey.count({ where: { userId: id } })).toBe(20);
  });

  it('is renamed and removed by its owner only, and then no longer signs in', async () => {
    const { send, device, passkeyId: id, email } = await personWithPasskey();
    const other = await signUp();
    expect(await mutate(other, 'renamePasskey', { id, name: 'Mine' })).toEqual(['NOT_FOUND']);
    expect(await mutate(other, 'removePasskey', { id })).toEqual(['NOT_FOUND']);
    expect((await other.send(`{ node(id: "${id}") { id } }`)).data.node).toBeNull();

    const name = 'Work laptop';
    const renamed = await payloadOf({ send }, 'renamePasskey', { id, name }, 'passkey { name }');
    expect(renamed).toEqual({ passkey: { name }, errors: [] });
    const removed = await payloadOf({ send }, 'removePasskey', { id }, 'removedPasskeyId');
    expect(removed).toEqual({ removedPasskeyId: id, errors: [] });
    expect((await server.mailTo(email)).subject).toContain('passkey was removed');
    const response = await signIn(device);
    expect([response.status, await codeOf(response)]).toEqual([400, 'PASSKEY_NOT_FOUND']);
  });

  it('proves its owner’s identity: the session stays, with a new cookie', async () => {
    const { id, browser, device, send } = await personWithPasskey();
    const createdAt = new Date(Date.now() - 60 * 60_000);
    await database.session.updateMany({ where: { userId: id }, data: { createdAt } });
    const before = await database.session.findFirstOrThrow({ where: { userId: id } });
    const refused = await browser.open(registerOptions);
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'SESSION_NOT_FRESH']);
    const response = device.signIn(await options(browser));
    const proved = await browser.post(reauthenticate, { response });
    expect([proved.status, await proved.clone().text()]).toEqual([
      200,
      expect.not.stringContaining('"token"'),
    ]);
    expect((await browser.open(registerOptions)).status).toBe(200);
    const sessions = await database.session.findMany({ where: { userId: id } });
    expect(sessions).toEqual([{ ...before, ...renewed }]);
    expect(sessions[0]?.token).not.toBe(before.token);
    expect((await send('{ viewer { user { id } } }')).data.viewer).toBeNull();

    const again = await browser.post(reauthenticate, { response });
    expect([again.status, await codeOf(again)]).toEqual([400, 'CHALLENGE_NOT_FOUND']);
  });

  it('proves nobody else’s identity, and nothing once its challenge has expired', async () => {
    const { id, browser, device } = await personWithPasskey();
    const other = await personWithPasskey();
    const prove = async (signed: Authenticator) => {
      const response = signed.signIn(await options(browser));
      return codeOf(await browser.post(reauthenticate, { response }));
    };
    const before = await database.session.findFirstOrThrow({ where: { userId: id } });
    const others = await database.session.count({ where: { userId: other.id } });
    expect(await prove(other.device)).toBe('AUTHENTICATION_FAILED');
    expect(await database.session.count({ where: { userId: other.id } })).toBe(others);
    expect(await database.session.findMany({ where: { userId: id } })).toEqual([before]);
    expect(await viewerOf(browser)).not.toBeNull();

    const response = device.signIn(await options(browser));
    await database.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    const late = await browser.post(reauthenticate, { response });
    expect([late.status, await codeOf(late)]).toEqual([400, 'CHALLENGE_NOT_FOUND']);
  });

  it('is removed when a manager changes the address of its owner', async () => {
    const { id, device } = await personWithPasskey();
    const admin = await server.as('admin');
    const email = `${unique('moved')}@example.com`;
    expect(await mutate(admin, 'updateUser', { id, email })).toEqual([]);
    expect(await codeOf(await signIn(device))).toBe('PASSKEY_NOT_FOUND');
  });
});

describe('signing in with a passkey', () => {
  it('is refused for a banned user', async () => {
    const { id, device } = await personWithPasskey();
    await database.user.update({ where: { id }, data: { banned: true } });
    const browser = server.browser();
    const response = await signIn(device, {}, browser);
    expect([response.status, await codeOf(response)]).toEqual([403, 'BANNED_USER']);
    expect(await viewerOf(browser)).toBeNull();
  });

  it('is refused for an address that was not confirmed', async () => {
    const { id, device } = await personWithPasskey();
    await database.user.update({ where: { id }, data: { emailVerified: false } });
    expect(await codeOf(await signIn(device))).toBe('AUTHENTICATION_FAILED');
  });

  it.each<[string, Ceremony]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'Zm9yZWlnbiBjaGFsbGVuZ2U' }],
    ['without user verification', { userVerified: false }],
    ['of a copied authenticator', { counter: 1 }],
  ])('refuses an assertion %s', async (_what, ceremony) => {
    const { device } = await personWithPasskey();
    const browser = server.browser();
    const response = await signIn(device, ceremony, browser);
    expect([response.status, await codeOf(response)]).toEqual([400, 'AUTHENTICATION_FAILED']);
    expect(await viewerOf(browser)).toBeNull();
    expect((await signIn(device, { counter: 10 })).status).toBe(200);
  });

  it('accepts an authenticator that does not count, as often as its owner signs in', async () => {
    const { device } = await personWithPasskey('user', createAuthenticator({ counts: false }));
    expect((await signIn(device)).status).toBe(200);
    expect((await signIn(device)).status).toBe(200);
  });

  it('takes an assertion once, in the browser that asked for it, within five minutes', async () => {
    const { device } = await personWithPasskey('user', createAuthenticator({ counts: false }));
    const browser = server.browser();
    const response = device.signIn(await options(browser));
    const other = server.browser();
    await options(other);
    expect(await codeOf(await other.post(verify, { response }))).toBe('AUTHENTICATION_FAILED');
    expect(await codeOf(await server.browser().post(verify, { response }))).toBe(
      'CHALLENGE_NOT_FOUND',
    );
    expect((await browser.post(verify, { response })).status).toBe(200);
    expect(await codeOf(await browser.post(verify, { response }))).toBe('CHALLENGE_NOT_FOUND');

    const late = server.browser();
    const assertion = device.signIn(await options(late));
    await database.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await codeOf(await late.post(verify, { response: assertion }))).toBe(
      'CHALLENGE_NOT_FOUND',
    );
  });

  it('opens one session for an assertion that is sent ten times at once, to two instances', async () => {
    const other = await startServer({}, server.url);
    onTestFinished(() => other.stop());
    const { device, id } = await personWithPasskey('user', createAuthenticator({ counts: false }));
    const browser = server.browser();
    const response = device.signIn(await options(browser));
    const cookie = browser.cookie();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_each, n) =>
        (n % 2 ? other : server).post(verify, { response }, cookie),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // The one that added the passkey, and the new one.
    expect(await database.session.count({ where: { userId: id } })).toBe(2);
  });

  it('accepts one of two assertions with the same counter', async () => {
    const { device } = await personWithPasskey();
    const browsers = [server.browser(), server.browser()];
    const answers = await Promise.all(
      browsers.map((browser) => signIn(device, { counter: 7 }, browser)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('does not take a challenge of the other ceremony, or of another user', async () => {
    const { browser, device } = await personWithPasskey();
    const forRegistration = await (await browser.open(registerOptions)).json();
    const response = device.signIn({ ...forRegistration, rpId: 'localhost' });
    expect(await codeOf(await browser.post(verify, { response }))).toBe('CHALLENGE_NOT_FOUND');

    const attacker = await signUp();
    const victim = await signUp();
    const theirs = await (await attacker.browser.open(registerOptions)).json();
    const challenge = /atrium\.better-auth-passkey=[^;]+/.exec(attacker.browser.cookie())?.[0];
    const swapped = await server.post(
      verifyRegistration,
      { response: createAuthenticator().register(theirs) },
      `${victim.browser.cookie()}; ${challenge}`,
    );
    expect(swapped.status).toBe(400);
    expect(await database.passkey.count({ where: { userId: victim.id } })).toBe(0);
  });

  it('asks everyone for the same, whoever they are', async () => {
    const { browser } = await personWithPasskey();
    const known = await options(browser);
    const unknown = await options(server.browser());
    for (const each of [known, unknown]) {
      expect({ ...each, challenge: '' }).toEqual({
        ...{ challenge: '', rpId: 'localhost', timeout: 60_000, userVerification: 'required' },
      });
    }
  });

  it('replaces the session of the browser', async () => {
    const { browser, device, id } = await personWithPasskey();
    expect((await signIn(device, {}, browser)).status).toBe(200);
    expect(await database.session.count({ where: { userId: id } })).toBe(1);
  });

  it('is limited per network, and refused to pages of other sites', async () => {
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await server.request(signInOptions, foreign)).status).toBe(403);
    const address = '198.51.100.7';
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const each = Array.from({ length: 20 }, () => server.request(signInOptions, {}, address));
      statuses.push(...(await Promise.all(each)).map(({ status }) => status));
    }
    expect(statuses.slice(0, 180).every((status) => status === 200)).toBe(true);
    expect(statuses).toContain(429);
  });
});
