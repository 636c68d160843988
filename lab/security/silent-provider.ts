import { HttpClient } from '#lab/support/http-client.ts';
import { startSilentProvider } from '#lab/support/silent-provider.ts';
import { pause } from '#lab/support/target.ts';
import { newAddress, type Scenario } from './context.ts';
import { flood, measureHonestClients } from './honest-traffic.ts';
import { withOwnProduct } from './setups.ts';

const silentProvider: Scenario = {
  row: 35,
  exclusive: 'first',
  title: 'an identity provider that accepts connections and says nothing',
  async run(context, check, note) {
    const provider = await startSilentProvider();
    try {
      await withOwnProduct(context, { env: provider.settings }, async (own) => {
        const target = { ...own, retries: false };
        const lanes = Array.from(
          { length: 24 },
          (_, i) => new HttpClient(target, { address: `127.251.${i % 4}.1` }),
        );
        let most = 0;
        let sent = 0;
        await measureHonestClients(
          own,
          check,
          async () => {
            const attack = flood(24, 8_000, async (lane) => {
              sent += 1;
              await lanes[lane]?.post('/api/auth/sign-in/social', { provider: 'oidc' });
            });
            const isOver = attack.then(() => true);
            while (!(await Promise.race([isOver, pause(100).then(() => false)])))
              most = Math.max(most, provider.open());
          },
          { bound: 2_000 },
        );
        check('the provider is asked by few requests at once', most > 0 && most <= 20, most);
        note(`${sent} requests, at most ${most} connections to the provider`);
      });
    } finally {
      await provider.close();
    }
  },
};

const callbacks: Scenario = {
  row: 34,
  title: '3,060 callbacks without a state lock no client address out of sign-in',
  async run(context, check) {
    const env = {
      OIDC_NAME: 'Example',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'y',
    };
    await withOwnProduct(context, { env }, async (own) => {
      const victim = new HttpClient({ ...own, retries: true });
      let asked = 0;
      while (asked < 3_060) {
        await Promise.all(
          Array.from({ length: 20 }, () =>
            victim.fetch('/api/auth/callback/oidc?state=x', {
              headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
            }),
          ),
        );
        asked += 20;
      }
      await victim.signIn(newAddress());
      check('the address signs in', (await victim.viewerId()) !== null);
    });
  },
};

export const silentProviderScenarios = [silentProvider, callbacks];
