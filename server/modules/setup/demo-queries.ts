import { builder } from '#server/graphql/builder.ts';
import type { Settings } from '#server/settings.ts';
import { Setup } from './schema.ts';

const Demo = builder.objectRef<NonNullable<Settings['demo']>>('Demo').implement({
  description: 'Links of a demo to its makers.',
  fields: (t) => ({
    scaffoldCommand: t.exposeString('scaffoldCommand', {
      description: 'Command that creates a copy of the starter.',
    }),
    readmeUrl: t.expose('readmeUrl', { type: 'URL', description: 'URL of the readme.' }),
    contactEmail: t.exposeString('contactEmail', { description: 'Email address of the makers.' }),
  }),
});

builder.objectField(Setup, 'demo', (t) =>
  t.field({
    type: Demo,
    nullable: true,
    description: 'Links to the makers. Null unless `mode` is DEMO.',
    resolve: ({ demo }) => demo,
  }),
);
