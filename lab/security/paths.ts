import { HttpClient } from '#lab/support/http-client.ts';
import type { Scenario } from './context.ts';
import { exchange, hostOf, statusOf } from './raw-http.ts';

const paths: Scenario = {
  row: 20,
  title: 'paths out of the folder, dotfiles, source maps',
  async run(target, check) {
    const secrets =
      /"dependencies"|AUTH_SECRET|\[core\]|root:x:|postgresql:\/\/|createApp|"sources"/;
    for (const path of [
      '/../package.json',
      '/../../../../../../etc/passwd',
      '/%2e%2e/package.json',
      '/%2e%2e%2f%2e%2e%2fetc/passwd',
      '/..%2fpackage.json',
      '/..%5cpackage.json',
      '/..\\package.json',
      '/....//package.json',
      '/%252e%252e/package.json',
      '/%c0%ae%c0%ae/package.json',
      '/assets/../../.env',
      '/assets/..%2f..%2f.env',
      '/assets/%2e%2e/%2e%2e/server/main.ts',
      '/.env',
      '/.git/config',
      '/.data/auth-secret',
      '/.npmrc',
      '/package.json',
      '/server/main.ts',
      '/node_modules/pg/package.json',
      '/prisma/schema.prisma',
      '/index.html.map',
      '/assets/index.js.map',
      '/assets/',
      '/assets/.',
      '/assets/x%00.js',
      '//etc/passwd',
      '/api/graphql/../../package.json',
      'http://127.0.0.1/../package.json',
      'file:///etc/passwd',
      '*',
    ]) {
      const { text } = await exchange(
        target,
        `GET ${path} HTTP/1.1\r\nHost: ${hostOf(target)}\r\nConnection: close\r\n\r\n`,
      );
      const status = statusOf(text);
      const isApp = status === 200 && /text\/html/.test(text) && /<div id="root"/.test(text);
      const isFine = (status >= 300 && status < 500) || isApp;
      check(`${path}: 404 or the app`, isFine && !secrets.test(text), [status, text.slice(-200)]);
    }
    const secret = 'X-Secret: abc';
    const echoed = await exchange(
      target,
      `TRACE / HTTP/1.1\r\nHost: ${hostOf(target)}\r\n${secret}\r\nConnection: close\r\n\r\n`,
    );
    check('TRACE echoes nothing', statusOf(echoed.text) >= 400 && !echoed.text.includes(secret));
    check('TRACE is no failure of the server', statusOf(echoed.text) < 500);
    const page = await new HttpClient(target).fetch('/login');
    const scripts = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
    check('the page names its scripts', scripts.length > 0);
    for (const [, name = ''] of scripts) {
      const map = await new HttpClient(target).fetch(`${name}.map`);
      check(`${name}.map: 404`, map.status === 404, map.status);
    }
  },
};

export const pathScenarios = [paths];
