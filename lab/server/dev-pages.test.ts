import { expect, it } from 'vitest';
import { productionEnv } from '#tests/support/product.ts';
import { startServer } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const local = await serverForFile();

const subjects = {
  en: 'Your verification code',
  fr: 'Votre code de vérification',
  ar: 'رمز التحقق الخاص بك',
  sw: 'Msimbo wako wa uthibitishaji',
};

it.each(Object.entries(subjects))(
  'show every mail in %s, each in a frame that runs nothing',
  async (code, subject) => {
    const page = await (await local.request(`/dev/mails?lng=${code}`)).text();
    const count = (tag: string) => page.split(tag).length - 1;
    const mails = count('<h2>');
    expect(mails).toBeGreaterThan(3);
    expect(count('<iframe sandbox title=')).toBe(mails);
    expect(count('<iframe')).toBe(mails);
    expect(page).toContain(`<bdi>${subject}</bdi>`);
  },
);

it('show a mail that was caught, and what it says is text', async () => {
  await local.browser().requestCode('caught@example.org');
  await expect
    .poll(async () => (await local.request('/dev/inbox')).text())
    .toContain('caught@example.org');
});

it('do not reload while they are read, and show new mails by a script of their own', async () => {
  const page = await (await local.request('/dev/inbox')).text();
  expect(page.replace(/<noscript>.*?<\/noscript>/, '')).not.toContain('http-equiv="refresh"');
  const [, source = ''] = /<script type="module" src="(.+?)">/.exec(page) ?? [];
  const script = await local.request(source);
  expect(script.status).toBe(200);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(page).toMatch(/<button type="button" hidden data-copy="\d{6}">/);
});

const paths = [
  '/dev',
  '/dev/mails',
  '/dev/inbox',
  '/dev/inbox.json',
  '/dev/pages.js',
  '/dev/components',
];

it.each([
  ['in production', productionEnv],
  ['in the demo', { DEMO: 'true' }],
])('are not there %s', async (_where, env) => {
  const server = await startServer(env, local.url);
  const statuses = paths.map(async (path) => [path, (await server.request(path)).status]);
  expect(await Promise.all(statuses)).toEqual(paths.map((path) => [path, 404]));
  await server.stop();
});
