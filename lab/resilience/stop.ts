/** Row 27: graceful shutdown. */
import { halfARequest } from '#lab/security/raw-http.ts';
import { startSilentServer } from '#lab/support/silent-server.ts';
import { until } from '#lab/support/wait.ts';
import { type Scenario, withProxiedProduct } from './context.ts';

const stop: Scenario = {
  row: 27,
  title: 'SIGTERM while a client and the mail server hang',
  async probe(_ground, check, note) {
    const mail = await startSilentServer();
    await withProxiedProduct(
      async ({ product, newClient }) => {
        const slow = await halfARequest(product.url, '');
        const { status } = await newClient().requestCode('somebody@example.org');
        check('a code is requested', status === 200, status);
        await until('the mail server is asked', () => mail.calls() > 0);
        const begin = performance.now();
        const code = await product.stop('SIGTERM');
        const took = performance.now() - begin;
        slow.answer.socket.destroy();
        check('exit code 0', code === 0, code);
        check('in less than 20 s', took < 20_000, took);
        note(`ended after ${Math.round(took)} ms`);
      },
      { SMTP_URL: `smtp://127.0.0.1:${mail.port}` },
    );
    await mail.close();
  },
};

export const stopScenarios = [stop];
