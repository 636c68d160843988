/** Texts of thousands of characters of one class, in exports and searches. */

import { HttpClient } from '#lab/support/http-client.ts';
import { newAddress, type Scenario } from './context.ts';
import { withDatabase } from './database.ts';
import { measureHonestClients } from './honest-traffic.ts';
import { checkWholeExports } from './list-exports.ts';
import { withOwnProduct } from './setups.ts';

const characters = [' ', '\n', '\t', '"', "'", '<', '=', '7', '.', '\u0301', '\u200d', '🧨', 'ا'];

const rows = 3_000;

const exported: Scenario = {
  row: 53,
  exclusive: 'first',
  only: ['two', 'production'],
  title: `an export of ${rows} descriptions of 2,000 equal characters, and searches of them`,
  async run(context, check, note) {
    await withOwnProduct(context, {}, async (own) => {
      await withDatabase(own, (database) =>
        database.query(
          `INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
           SELECT 'repo_' || lpad(n::text, 26, '0'), 'long ' || n, 'https://git.example.com/x',
             'x' || repeat(($1::text[])[1 + n % $2], 1998 / length(($1::text[])[1 + n % $2])) || 'x', now()
           FROM generate_series(1, ${rows}) AS n`,
          [characters, characters.length],
        ),
      );
      const { times } = await measureHonestClients(own, check, async () => {
        const client = await new HttpClient(own).signIn(newAddress());
        await checkWholeExports(client, check, `long ${rows}`);
        for (const character of characters) {
          const reply = await client.graphql(
            'query ($term: String) { repositories(searchTerm: $term) { totalCount } }',
            { term: `x${character.repeat(2_000)}x` },
          );
          check(`a search for ${JSON.stringify(character)}: answered`, reply.status < 500, reply);
        }
      });
      note(`others waited at most ${Math.round(Math.max(...times))} ms`);
    });
  },
};

export const longTextScenarios = [exported];
