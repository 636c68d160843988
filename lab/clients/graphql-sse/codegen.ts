import type { CodegenConfig } from '@graphql-codegen/cli';

export default {
  schema: 'schema.graphql',
  documents: 'main.ts',
  generates: {
    'generated/': {
      preset: 'client',
      config: {
        documentMode: 'string',
        strictScalars: true,
        scalars: { DateTime: 'string', Date: 'string', URL: 'string' },
      },
    },
  },
} satisfies CodegenConfig;
