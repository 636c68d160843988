import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '#server/settings.ts';
import { unique } from '#tests/support/factories.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const sendPath = '/api/auth/email-otp/send-verification-otp';
const goodAnswer = 'solved by a person';

let service: Server;
let asked: { body: string; headers: IncomingHttpHeaders }[] = [];
let server: TestServer;
let verifyUrl: string;
const settings = (provider = 'cloudflare-turnstile') => ({
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET: 'captcha-secret',
  CAPTCHA_VERIFY_URL: verifyUrl,
});

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const body = await text(request);
    asked.push({ body, headers: request.headers });
    const { response: answer } =
      request.headers['content-type'] === 'application/json'
        ? JSON.parse(body)
        : Object.fromEntries(new URLSearchParams(body));
    response.setHeader('content-type', 'application/json');
    response.statusCode = answer === 'break' ? 500 : 200;
    response.end(JSON.stringify({ success: answer === goodAnswer }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  verifyUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`;
  server = await startServer(settings());
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await server.stop();
  service.close();
});

const address = () => `${unique('person')}@example.com`;

async function ask(email: string, answer?: string, at = server) {
  const headers = answer === undefined ? {} : { 'x-captcha-response': answer };
  const response = await at
    .browser('203.0.113.7')
    .post(sendPath, { email, type: 'sign-in' }, headers as Record<string, string>);
  return { status: response.status, said: await response.json() };
}
const mailsTo = (to: string) => server.database.mail.count({ where: { to } });

describe('who asks for a code', () => {
  it('gets it with an answer that the service accepts, which is told who asked', async () => {
    const email = address();
    expect(await ask(email, goodAnswer)).toEqual({ status: 200, said: { success: true } });
    expect(await mailsTo(email)).toBe(1);
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
      { secret: 'captcha-secret', response: goodAnswer, remoteip: '203.0.113.7' },
    ]);
  });

  it.each([
    [undefined, 400, 'MISSING_RESPONSE'],
    ['', 400, 'MISSING_RESPONSE'],
    ['made up', 403, 'VERIFICATION_FAILED'],
    ['break', 503, 'SERVICE_UNAVAILABLE'],
  ])('is refused with the answer %j', async (answer, status, code) => {
    const email = address();
    expect(await ask(email, answer)).toEqual({
      status,
      said: { code, message: expect.stringMatching(/\S/) },
    });
    expect(await mailsTo(email)).toBe(0);
  });

  it('does not use up anybody’s mails while failing', async () => {
    const email = address();
    for (let attempt = 0; attempt < 8; attempt += 1) await ask(email, 'made up');
    expect((await ask(email, goodAnswer)).status).toBe(200);
  });

  it('is a person to us in a browser in which they have signed in before, for their own address', async () => {
    const email = address();
    const browser = server.browser();
    await browser.post(sendPath, { email, type: 'sign-in' }, { 'x-captcha-response': goodAnswer });
    expect((await browser.enterCode(email, await server.codeFor(email))).status).toBe(200);
    await server.ageRateLimits(60);
    expect((await browser.requestCode(email)).status).toBe(200);
    expect((await browser.requestCode(address())).status).toBe(400);
  });

  it('is refused while the service is away', async () => {
    const away = await startServer(
      { ...settings(), CAPTCHA_VERIFY_URL: 'http://127.0.0.1:1/' },
      server.url,
    );
    expect((await ask(address(), goodAnswer, away)).said.code).toBe('SERVICE_UNAVAILABLE');
    await away.stop();
  });

  it.each(['google-recaptcha', 'hcaptcha', 'captchafox'])('passes %s as well', async (provider) => {
    const product = await startServer(settings(provider), server.url);
    expect((await ask(address(), 'made up', product)).said.code).toBe('VERIFICATION_FAILED');
    expect((await ask(address(), goodAnswer, product)).status).toBe(200);
    expect(new URLSearchParams(asked.at(-1)?.body).get('secret')).toBe('captcha-secret');
    await product.stop();
  });

  it.each([
    ['without a captcha', () => ({})],
    ['in the demo', () => ({ ...settings(), DEMO: 'true' })],
  ])('is asked nothing %s', async (_where, env) => {
    const product = await startServer(env(), server.url);
    expect((await ask(address(), undefined, product)).status).toBe(200);
    const { data } = await (await product.as('anonymous')).send(
      '{ setup { captcha { siteKey } } }',
    );
    expect(data.setup.captcha).toBeNull();
    await product.stop();
  });
});

it('a signed-in person who moves to another address proves to be a person first: no program mails codes to others', async () => {
  const browser = server.browser();
  const email = address();
  await browser.post(sendPath, { email, type: 'sign-in' }, { 'x-captcha-response': goodAnswer });
  await browser.enterCode(email, await server.codeFor(email));
  const newEmail = address();
  const move = (answer?: string) =>
    browser.post(
      '/api/auth/email-otp/request-email-change',
      { newEmail },
      answer === undefined ? {} : { 'x-captcha-response': answer },
    );
  for (const [answer, status, code] of [
    [undefined, 400, 'MISSING_RESPONSE'],
    ['made up', 403, 'VERIFICATION_FAILED'],
  ] as const) {
    const refused = await move(answer);
    expect([refused.status, (await refused.json()).code]).toEqual([status, code]);
  }
  expect(await mailsTo(newEmail)).toBe(0);
  expect((await move(goodAnswer)).status).toBe(200);
  expect(await mailsTo(newEmail)).toBe(1);
});

describe('a browser', () => {
  const policy = async (at: TestServer) =>
    (await at.request('/healthz')).headers.get('content-security-policy') ?? '';

  it('is told which widget to show, and allowed to load that one alone', async () => {
    const { data } = await (await server.as('anonymous')).send(
      '{ setup { captcha { provider siteKey } } }',
    );
    expect(data.setup.captcha).toEqual({ provider: 'CLOUDFLARE_TURNSTILE', siteKey: 'site-key' });
    const allowed = await policy(server);
    expect(allowed).toMatch(
      /script-src 'self'( 'sha256-[\w+/=]{44}'){0,2} https:\/\/challenges\.cloudflare\.com;/,
    );
    expect(allowed).toContain('frame-src https://challenges.cloudflare.com;');
    expect(allowed).not.toMatch(/script-src[^;]*unsafe|google|hcaptcha/);
    const bare = await startServer({}, server.url);
    expect(await policy(bare)).toMatch(/script-src 'self'( 'sha256-[\w+/=]{44}'){0,2};/);
    expect(await policy(bare)).toContain("frame-src 'none';");
    expect(await policy(bare)).not.toContain('https://');
    await bare.stop();
  });
});

describe('a captcha that is set in part', () => {
  it.each(['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'])(
    'stops the start: without %s',
    (name) => {
      const { [name]: _without, ...rest } = settings() as Record<string, string>;
      expect(() => readSettings(rest)).toThrow(
        new RegExp(`^${name} must be set .*For example: ${name}=\\S`),
      );
    },
  );

  it('stops the start where the service is unknown', () => {
    expect(() => readSettings({ ...settings(), CAPTCHA_PROVIDER: 'other' })).toThrow(
      /^CAPTCHA_PROVIDER must be one of cloudflare-turnstile, /,
    );
  });
});
