import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/target.ts';
import { newAddress, type Scenario } from './context.ts';
import { flood, measureHonestClients } from './honest-traffic.ts';
import { withOwnProduct } from './setups.ts';

const slowCaptcha: Scenario = {
  row: 35,
  exclusive: 'first',
  title: 'a captcha service that takes 6 s',
  async run(context, check, note) {
    let isSlow = false;
    let asked = 0;
    const service = createServer(async (request, response) => {
      request.resume();
      if (isSlow) {
        asked += 1;
        await pause(6_000);
      }
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ success: true }));
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    const env = {
      CAPTCHA_PROVIDER: 'hcaptcha',
      CAPTCHA_SITE_KEY: 'site',
      CAPTCHA_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`,
    };
    try {
      await withOwnProduct(context, { env, captcha: 'solved' }, async (own) => {
        const target = { ...own, retries: false };
        let sent = 0;
        const lanes = Array.from(
          { length: 40 },
          (_, i) => new HttpClient(target, { address: `127.252.${i % 5}.1` }),
        );
        // The users sign in before the service becomes slow.
        await measureHonestClients(
          own,
          check,
          async () => {
            isSlow = true;
            await flood(40, 9_000, async (lane) => {
              sent += 1;
              await lanes[lane]?.requestCode(newAddress());
            });
          },
          { bound: 2_000 },
        );
        note(`${sent} requests, the service was asked ${asked} times`);
        check('the flood reached the service', asked >= 20, asked);
      });
    } finally {
      service.closeAllConnections();
      service.close();
    }
  },
};

export const captchaScenarios = [slowCaptcha];
