/**
 * Generates typed, pre-parsed documents next to the client's .graphql files, so the browser ships no GraphQL
 * parser.
 */
import type { CodegenConfig } from '@graphql-codegen/cli';

const scalars = { Date: 'string', DateTime: 'string', URL: 'string' };

/** Sent by a plain fetch before the urql client exists, so it needs types but no hook. */
const sessionDocument = 'client/features/session/session.graphql';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  errorsOnly: true,
  generates: {
    'client/graphql/schema.generated.ts': {
      plugins: ['typescript'],
      config: { scalars, enumsAsTypes: true },
    },
    'client/graphql/cache-types.generated.ts': { plugins: ['./client/build/cache-types.ts'] },
    'client/features/session/session.generated.ts': {
      documents: sessionDocument,
      plugins: ['typescript-operations'],
      config: { scalars },
    },
    'client/': {
      documents: ['client/**/*.graphql', `!${sessionDocument}`],
      preset: 'near-operation-file',
      presetConfig: {
        extension: '.generated.ts',
        baseTypesPath: 'graphql/schema.generated.ts',
        importTypesNamespace: 'Types',
      },
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        scalars,
        documentMode: 'documentNodeImportFragments',
        documentNodeImport: 'urql#TypedDocumentNode',
        dedupeFragments: true,
        inlineFragmentTypes: 'mask',
        importExtension: '.ts',
        useTypeImports: true,
      },
    },
  },
};

export default config;
