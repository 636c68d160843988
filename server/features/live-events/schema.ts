import type { Change, RecordChange } from '#server/database/changes.ts';
import { watchedTables } from '#server/entities.ts';
import { builder } from '#server/graphql/builder.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { enumName } from '#shared/enum-name.ts';
import { createEventSource, type Event, type SignedOut, type ViewerChange } from './stream.ts';

const ChangeKind = builder.enumType('ChangeKind', {
  description: 'What happened to a record.',
  values: {
    CREATED: { value: 'insert', description: 'The record was created.' },
    UPDATED: { value: 'update', description: 'The record was updated.' },
    DELETED: { value: 'delete', description: 'The record was deleted.' },
  } as const,
});

const RecordType = builder.enumType('RecordType', {
  description: 'Types whose changes `events` reports. New ones may be added.',
  values: Object.fromEntries(
    [...watchedTables]
      .filter(([, { liveEvents }]) => liveEvents === 'streamed')
      .map(([table, { model }]) => [
        enumName(model),
        { value: table, description: `Objects of type \`${model}\`.` },
      ]),
  ),
});

const RecordChangeType = builder.objectRef<RecordChange>('RecordChange').implement({
  description:
    'A record that the viewer may see was created, updated or deleted, possibly by the viewer. Changes of one record in quick succession are merged. Query it by its ID.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ChangeKind, description: 'What happened to the record.' }),
    type: t.expose('table', { type: RecordType, description: 'Type of the record.' }),
    recordId: t.id({ description: 'ID of the record.', resolve: ({ id }) => id }),
  }),
});

const ManyRecordsChangeType = builder.objectRef<Change>('ManyRecordsChange').implement({
  description: 'Many records of a type changed. Fetch those that you show again.',
  fields: (t) => ({
    type: t.expose('table', { type: RecordType, description: 'Type of the records.' }),
  }),
});

const ViewerChangeType = builder.objectRef<ViewerChange>('ViewerChange').implement({
  description:
    'The name, email address, role or language of the viewer changed. Or an access token of theirs was created, updated or revoked. Requires no permission.',
  fields: (t) => ({
    viewer: t.field({
      type: 'Viewer',
      nullable: true,
      complexity: cost({ statements: 0 }),
      description: 'The viewer in their current state, with their current permissions.',
      resolve: (_event, _args, { viewer }) => viewer,
    }),
  }),
});

const SignedOutCode = builder.enumType('SignedOutCode', {
  description: 'Why a session ended. Or an access token. New codes may be added.',
  values: {
    BANNED_USER: { description: 'The viewer was banned.' },
    SESSION_EXPIRED: { description: 'The session expired, was revoked, or its user was deleted.' },
    INVALID_TOKEN: {
      description: 'The access token expired, was revoked, or its owner was deleted.',
    },
  } as const,
});

const SignedOutType = builder.objectRef<SignedOut>('SignedOut').implement({
  description: 'The viewer’s session or access token ended. The last event of the stream.',
  fields: (t) => ({
    code: t.expose('code', { type: SignedOutCode, description: 'Why it ended.' }),
  }),
});

function typeOf(event: Event) {
  if ('type' in event) return event.type;
  return event.id === null ? 'ManyRecordsChange' : 'RecordChange';
}

const EventType = builder.unionType('Event', {
  description: 'An event of the `events` subscription. New types may be added.',
  types: [RecordChangeType, ManyRecordsChangeType, ViewerChangeType, SignedOutType],
  resolveType: typeOf,
});

builder.subscriptionFields((t) => ({
  events: t.field({
    type: EventType,
    description:
      'Changes of records that the viewer may see, of the viewer, and the end of their session. Starts with the subscription; events are not replayed after an interruption, so fetch again after reconnecting. The server never completes a stream: when it restarts or the session ends, it breaks the connection, so that clients reconnect. A stream whose events are not read for 10 seconds is closed. Server-Sent Events in distinct connections mode (graphql-sse). Requires signing in.',
    complexity: cost({ statements: 0 }),
    authScopes: { signedIn: true },
    subscribe: async (_root, _args, context) => {
      if (!context.viewer) throw new Error('The scope admits only signed-in viewers.');
      // Clients fetch their data once the stream is open, so report every change from then on.
      await context.changes.listen(context.requestContext.slot);
      return createEventSource(context, context.viewer);
    },
    resolve: (event) => event,
  }),
}));
