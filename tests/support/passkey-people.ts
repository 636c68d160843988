/** People who sign in on a test server, with codes and with passkeys. */
import { expect } from 'vitest';
import { type Ceremony, createAuthenticator } from './authenticator.ts';
import { unique } from './factories.ts';
import type { Browser, TestServer } from './server.ts';

export type Authenticator = ReturnType<typeof createAuthenticator>;

const path = '/api/auth/passkey';

export async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code?: string }).code;
}

export function passkeyPeople(server: TestServer) {
  const { database } = server;

  /** Enters a right code. */
  async function enterCode(email: string, browser = server.browser()) {
    if ((await browser.requestCode(email)).status === 429) {
      await server.ageRateLimits(60);
      await browser.requestCode(email);
    }
    const response = await browser.enterCode(email, await server.codeFor(email));
    return { browser, response };
  }

  async function signUp(role = 'user') {
    const email = `${unique('person')}@example.com`;
    const { browser } = await enterCode(email);
    const { id } = await database.user.update({ where: { email }, data: { role } });
    return { id, email, browser, send: server.sendAs(browser.cookie()) };
  }

  async function addPasskey(browser: Browser, device: Authenticator, ceremony: Ceremony = {}) {
    const options = await (await browser.open(`${path}/generate-register-options`)).json();
    const response = device.register(options, ceremony);
    return browser.post(`${path}/verify-registration`, { response });
  }

  async function setUpPasskey(browser: Browser, device: Authenticator) {
    const asked = await browser.open(`${path}/generate-setup-options`);
    if (!asked.ok) return asked;
    const response = device.register(await asked.json());
    return browser.post(`${path}/verify-setup`, { response });
  }

  async function signIn(
    device: Authenticator,
    ceremony: Ceremony = {},
    browser = server.browser(),
  ) {
    const asked = await browser.open(`${path}/generate-authenticate-options`);
    const response = device.signIn(await asked.json(), ceremony);
    return browser.post(`${path}/verify-authentication`, { response });
  }

  async function personWithPasskey(role = 'user', device = createAuthenticator()) {
    const person = await signUp(role);
    const response = await addPasskey(person.browser, device);
    expect(response.status).toBe(200);
    const { id: passkeyId }: { id: string } = await response.json();
    return { ...person, device, passkeyId };
  }

  /** Someone with a passkey who created recovery codes in a session that it opened. */
  async function personWithCodes(role = 'user') {
    const person = await personWithPasskey(role);
    expect((await signIn(person.device, {}, person.browser)).status).toBe(200);
    const send = server.sendAs(person.browser.cookie());
    const { data } = await send('mutation { createRecoveryCodes { codes } }');
    const codes: string[] = data.createRecoveryCodes.codes;
    return { ...person, codes };
  }

  const viewerOf = async (browser: Browser) =>
    (await server.sendAs(browser.cookie())('{ viewer { user { email } } }')).data.viewer;

  return {
    enterCode,
    signUp,
    addPasskey,
    setUpPasskey,
    signIn,
    personWithPasskey,
    personWithCodes,
    viewerOf,
  };
}
