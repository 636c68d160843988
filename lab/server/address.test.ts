import { describe, expect, it } from 'vitest';
import { createClientAddress } from '#server/network/client-address.ts';
import { readSettings } from '#server/settings.ts';
import { unique } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';

describe('without trusted proxies', () => {
  const addressOf = createClientAddress([]);
  it.each([
    ['203.0.113.7', null, '203.0.113.7'],
    ['203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['127.0.0.1', '1.2.3.4, 5.6.7.8', '127.0.0.1'],
    ['::ffff:203.0.113.7', null, '203.0.113.7'],
    ['2001:DB8::1', null, '2001:db8::1'],
    [undefined, '1.2.3.4', undefined],
  ])('the socket %j says it, not %j', (socket, header, address) => {
    expect(addressOf(socket, header)).toBe(address);
  });
});

describe('behind trusted proxies', () => {
  const addressOf = createClientAddress(['10.0.0.0/8', '192.0.2.1', '2001:db8:f::/48']);
  it.each([
    ['a client that adds nothing', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a client that invents one', '10.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['a client that names a proxy', '10.0.0.1', '10.0.0.9, 203.0.113.7', '203.0.113.7'],
    ['two proxies', '10.0.0.1', '203.0.113.7, 192.0.2.1', '203.0.113.7'],
    ['an untrusted peer', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['nonsense', '10.0.0.1', '203.0.113.7, unknown', '10.0.0.1'],
    ['nonsense before a proxy', '10.0.0.1', 'unknown, 10.0.0.2', '10.0.0.2'],
    ['a port', '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 with a port', '2001:db8:f::1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['IPv4 written as IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['proxies only', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['an empty header', '10.0.0.1', '', '10.0.0.1'],
    ['10,000 entries', '10.0.0.1', '10.0.0.2,'.repeat(10_000), '10.0.0.1'],
  ])('%s', (_what, socket, header, address) => {
    expect(addressOf(socket, header)).toBe(address);
  });
});

describe('TRUSTED_PROXIES', () => {
  it.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8', '10.0.0.0/', '::/129', '1.2.3.4/0x1'])(
    'stops the start where it is %s',
    (TRUSTED_PROXIES) => {
      expect(() => readSettings({ TRUSTED_PROXIES })).toThrow(/^TRUSTED_PROXIES must be networks/);
    },
  );

  it('decides what a session says about where it was opened', async () => {
    for (const [TRUSTED_PROXIES, address] of [
      ['192.0.2.1', '10.0.0.1'],
      ['10.0.0.0/8, ::1', '203.0.113.7'],
    ] as const) {
      const server = await startServer({ TRUSTED_PROXIES, SMTP_URL: 'smtp://127.0.0.1:1' });
      const email = `${unique('person')}@example.com`;
      const browser = server.browser('10.0.0.1');
      await browser.requestCode(email);
      const signedIn = await browser.post(
        '/api/auth/sign-in/email-otp',
        { email, otp: await server.codeFor(email) },
        {
          'x-forwarded-for': '1.2.3.4, 203.0.113.7',
          'x-atrium-client-address': '6.6.6.6',
          'x-real-ip': '6.6.6.6',
          forwarded: 'for=6.6.6.6',
        },
      );
      expect(signedIn.status).toBe(200);
      expect((await server.database.session.findFirst())?.ipAddress).toBe(address);
      await server.stop();
    }
  });
});
