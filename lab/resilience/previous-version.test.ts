/** The last release works on the migrated database, beside the present version. */
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HttpClient } from '#lab/support/http-client.ts';
import { checkOutRelease, lastRelease } from '#lab/support/last-release.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { prove } from '#tests/support/promises.ts';

const admin = 'admin@example.com';

const write = (index: number) => `mutation {
  createRepository(input: { name: "made-${index}", link: "https://a.example" }) { repository { name } errors { code } }
  updateViewer(input: { name: "Name ${index}" }) { viewer { user { name } } errors { code } }
}`;
const written = (index: number) => ({
  createRepository: { repository: { name: `made-${index}` }, errors: [] },
  updateViewer: { viewer: { user: { name: `Name ${index}` } }, errors: [] },
});

it.skipIf('missing' in lastRelease)(
  'the last release runs beside the present version',
  async ({ task }) => {
    prove(task, 'upgrade', 'a version and the next one work side by side on the migrated database');
    const { folder, program: former } = checkOutRelease();
    const database = await freshDatabase();
    const mailbox = await startMailbox();
    const products: Product[] = [];
    try {
      for (const program of [former, undefined]) {
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
