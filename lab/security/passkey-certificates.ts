/** Requests that make a library open connections. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/target.ts';
import { certified } from '#tests/support/attestation.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { newAddress, type Scenario } from './context.ts';
import { measureHonestClients } from './honest-traffic.ts';

const formats = ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm'];

/** Sends a byte a second, without an end. */
async function startSlowListener() {
  let connections = 0;
  const server = createServer((_request, response) => {
    const timer = setInterval(() => response.write('x'), 1_000);
    response.on('close', () => clearInterval(timer));
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const certificates: Scenario = {
  row: 49,
  title: 'passkeys with 30 certificates that name 16 slow listeners',
  async run(context, check) {
    const listeners = await Promise.all(Array.from({ length: 16 }, startSlowListener));
    try {
      const ports = Array.from({ length: 30 }, (_, i) => listeners[i % 16]?.port ?? 0);
      await measureHonestClients(context, check, async () => {
        const client = await new HttpClient(context).signIn(newAddress());
        for (const format of formats) {
          const { json: options } = await client.fetch(
            '/api/auth/passkey/generate-register-options',
          );
          const reply = await client.post('/api/auth/passkey/verify-registration', {
            response: createAuthenticator().register(options, {
              origin: client.origin,
              attestation: [format, certified(ports)],
            }),
          });
          check(
            `${format}: refused`,
            reply.json?.code === 'FAILED_TO_VERIFY_REGISTRATION',
            reply.text,
          );
        }
        await pause(1_000);
      });
      const opened = listeners.reduce((sum, each) => sum + each.connections(), 0);
      check('no connection is opened', opened === 0, opened);
    } finally {
      for (const { stop } of listeners) stop();
    }
  },
};

export const passkeyCertificateScenarios = [certificates];
