/**
 * Generates code: the Prisma client, Pothos' types, registries, schema.graphql, typed documents, tables in the docs.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import codegen from '#codegen';
import { CliError, step } from '#server/progress.ts';
import { writeClientRegistry } from './lib/client-registry.ts';
import { deleteOrphans } from './lib/generated-file.ts';
import { writeServerRegistry } from './lib/server-registry.ts';
import { fromRoot, requireNode, runTask } from './lib/task.ts';
import { isUpToDate, markUpToDate, runIfOutdated, type Work } from './lib/up-to-date.ts';

const prisma: Work = {
  name: 'prisma',
  inputs: ['prisma/schema.prisma', 'package-lock.json'],
  outputs: ['server/generated/**/*.ts'],
};

const contract: Work = {
  name: 'contract',
  inputs: [
    'packages/*/{package.json,src/**/*}',
    'server/**/*.ts',
    'shared/**/*',
    'prisma/schema.prisma',
    'schema.graphql',
    'docs/guides/api-errors.md',
    'scripts/lib/api-errors-page.ts',
    'package-lock.json',
  ],
  outputs: ['schema.graphql', 'docs/guides/api-errors.md'],
};

const documents: Work = {
  name: 'documents',
  inputs: ['schema.graphql', 'codegen.ts', 'client/**/*.{graphql,ts,tsx}', 'package-lock.json'],
  except: ['client/**/*.generated.{ts,tsx}', 'client/generated/**/*.ts'],
  outputs: ['client/**/*.generated.{ts,tsx}', 'client/generated/{**/*.ts,documents.json}'],
};

/**
 * Generates what is outdated. With `check`, throws a CliError instead of writing a schema.graphql that differs from the
 * server's.
 */
export async function generate({ check = false } = {}): Promise<void> {
  await generateServer();
  await generateContract(check);
  await generateDocs(check);
  writeClientRegistry();
  deleteOrphans('client', Object.keys(codegen.generates));
  if (!isUpToDate(documents)) {
    await step('Generating the typed GraphQL documents', () =>
      runIfOutdated(documents, () =>
        requireNode(
          ['node_modules/@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.ts'],
          'Correct the document named above; schema.graphql says what exists.',
        ),
      ),
    );
  }
}

/** Generates what the server imports: the Prisma client, Pothos' types and the registries of its features. */
export async function generateServer(): Promise<void> {
  writeServerRegistry();
  await generatePrisma();
}

async function generatePrisma(): Promise<void> {
  if (isUpToDate(prisma)) return;
  await step('Generating the database client', () =>
    runIfOutdated(prisma, () =>
      requireNode(
        [
          'node_modules/prisma/build/index.js',
          'generate',
          '--schema',
          'prisma/schema.prisma',
          '--no-hints',
        ],
        'Correct prisma/schema.prisma.',
      ),
    ),
  );
}

async function generateContract(check: boolean): Promise<void> {
  if (isUpToDate(contract)) return;
  await step(
    check ? 'Comparing schema.graphql with the server' : 'Printing schema.graphql',
    async () => {
      const { printContract, schemaOf } = await import('#server/schema.ts');
      const { fillApiErrorsPage } = await import('./lib/api-errors-page.ts');
      const schema = schemaOf();
      writeReviewed('schema.graphql', printContract(schema), check);
      writePage('docs/guides/api-errors.md', (page) => fillApiErrorsPage(page, schema), check);
      markUpToDate(contract);
    },
  );
}

async function generateDocs(check: boolean): Promise<void> {
  const { fillLimitsPage } = await import('./lib/limits-page.ts');
  const { renderEnvExample } = await import('#server/settings/shown.ts');
  writePage('docs/guides/limits.md', fillLimitsPage, check);
  writeReviewed('.env.example', renderEnvExample(), check);
}

/** Updates what a page of the guides says of the code. */
const writePage = (name: string, fill: (page: string) => string, check: boolean) =>
  writeReviewed(name, fill(readFileSync(fromRoot(name), 'utf8')), check);

/** Writes a committed file. With `check`, throws a CliError if it differs. */
function writeReviewed(name: string, text: string, check: boolean): void {
  const file = fromRoot(name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (check) {
    throw new CliError(
      `${name} is not what the code says.`,
      'Run: npm run generate, then review and commit the difference.',
    );
  }
  writeFileSync(file, text);
}

if (import.meta.main) await runTask(() => generate());
