/** A copy of the schema's features for a test that changes them. Test files of a worker share the others. */
import SchemaBuilder from '@pothos/core';
import { afterAll, vi } from 'vitest';

// Each copy registers the plugins of server/graphql.
SchemaBuilder.allowPluginReRegistration = true;

export async function importSchema() {
  vi.resetModules();
  afterAll(() => {
    vi.resetModules();
  });
  await import('#server/schema.ts');
  return {
    ...(await import('#server/graphql/builder.ts')),
    ...(await import('#server/accelerate.ts')),
    ...(await import('#server/graphql/building/node.ts')),
    ...(await import('#server/graphql/context.ts')),
    ...(await import('#server/graphql/building/visible-records.ts')),
    ...(await import('#server/entities.ts')),
    ...(await import('#server/features/live-events/stream.ts')),
  };
}
