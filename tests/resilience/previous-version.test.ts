/** The last release works on the migrated database, beside the present version. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#scripts/lib/task.ts';
import { HttpClient } from '#tests/security/http-client.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { linkPackages, lastRelease as release, run } from '#tests/support/last-release.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

const admin = 'admin@example.com';

function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-release-'));
  run(folder, 'tar', ['x'], run(root, 'git', ['archive', commit]));
  linkPackages(folder);
  run(folder, 'npm', ['run', 'generate']);
  return folder;
}

const write = (index: number) => `mutation {
  createRepository(input: { name: "made-${index}", link: "https://a.example" }) { repository { name } errors { code } }
  updateViewer(input: { name: "Name ${index}" }) { viewer { user { name } } errors { code } }
}`;
const written = (index: number) => ({
  createRepository: { repository: { name: `made-${index}` }, errors: [] },
  updateViewer: { viewer: { user: { name: `Name ${index}` } }, errors: [] },
});

it.skipIf('missing' in release)(
  'the last release runs beside the present version',
  async () => {
    if ('missing' in release) return;
    const folder = checkOut(release.commit);
    const database = await freshDatabase();
    const mailbox = await startMailbox();
    const products: Product[] = [];
    try {
      for (const program of [relative(root, join(folder, 'server', 'main.ts')), undefined]) {
        const env = { ADMIN_EMAILS: admin };
        const options = { databaseUrl: database.url, smtpUrl: mailbox.url, env };
        products.push(await startProduct(program ? { ...options, program } : options));
      }
      const leaks: string[] = [];
      const clients = products.map(
        ({ url }) => new HttpClient({ urls: [url], mailbox, admin, leaks }),
      );
      for (const [index, client] of clients.entries()) {
        await client.signIn(admin);
        expect(await client.graphql(write(index))).toMatchObject({
          data: written(index),
          codes: [],
        });
      }
      for (const client of clients) {
        const { data } = await client.graphql('{ repositories(first: 50) { nodes { name } } }');
        const names = data.repositories.nodes.map(({ name }: { name: string }) => name);
        expect(names).toEqual(expect.arrayContaining(['made-0', 'made-1']));
      }
      expect(leaks).toEqual([]);
      for (const { log } of products) expect(log).not.toMatch(/"msg":"[\w.]*failed"/);
    } finally {
      for (const product of products) await product.stop();
      await mailbox.close();
      await database.drop();
      rmSync(folder, { recursive: true });
    }
  },
  300_000,
);
