/** `events`: what others change while a page is open, over Server-Sent Events. */
import { modelOfTable } from '#server/database/ids.ts';
import { builder } from '#server/graphql/builder.ts';
import { ErrorCode } from '#server/graphql/error-code.ts';
import { findNode, Node } from '#server/graphql/node.ts';
import {
  type ManyRecordsChange,
  openEventStream,
  type RecordChange,
  type SignedOut,
  type ViewerChange,
} from './stream.ts';

const ChangeKind = builder.enumType('ChangeKind', {
  description: 'What was done to a record.',
  values: {
    CREATED: { value: 'insert', description: 'It is new.' },
    UPDATED: { value: 'update', description: 'It was changed.' },
    DELETED: { value: 'delete', description: 'It is no more.' },
  } as const,
});

const RecordChangeType = builder.objectRef<RecordChange>('RecordChange').implement({
  description:
    'A record that the viewer may see was changed, perhaps by the viewer. Several changes in a short time may be told as one.',
  fields: (t) => ({
    kind: t.field({ type: ChangeKind, description: 'What was done.', resolve: ({ kind }) => kind }),
    id: t.exposeID('id', { description: 'The id of the record; its prefix tells the type.' }),
    node: t.field({
      type: Node,
      nullable: true,
      description: 'The record as it is now; null if it was deleted.',
      resolve: ({ kind, id }, _args, context, info) =>
        kind === 'delete' ? null : findNode(id, context, info),
    }),
  }),
});

const ManyRecordsChangeType = builder.objectRef<ManyRecordsChange>('ManyRecordsChange').implement({
  description:
    'More records of a type were changed than are told one by one. Query again what is shown of them.',
  fields: (t) => ({
    type: t.string({
      description: 'The name of the type, for example `Repository`.',
      resolve: ({ table }) => modelOfTable(table),
    }),
  }),
});

const ViewerChangeType = builder.objectRef<ViewerChange>('ViewerChange').implement({
  description:
    'The viewer’s own record was changed: their name, email, role or language. Told without any permission.',
  fields: (t) => ({
    viewer: t.field({
      type: 'Viewer',
      nullable: true,
      description: 'The viewer as they are now, with the permissions that they now have.',
      resolve: (_event, _args, { viewer }) => viewer,
    }),
  }),
});

const SignedOutType = builder.objectRef<SignedOut>('SignedOut').implement({
  description: 'The viewer’s session has ended; the stream ends with it.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCode,
      description: 'Why: BANNED_USER or SESSION_EXPIRED.',
      resolve: ({ code }) => code,
    }),
  }),
});

const Event = builder.unionType('Event', {
  description: 'Something that happened. New kinds may be added.',
  types: [RecordChangeType, ManyRecordsChangeType, ViewerChangeType, SignedOutType],
  resolveType: ({ type }) => type,
});

builder.subscriptionFields((t) => ({
  events: t.field({
    type: Event,
    description:
      'What happens from now on, by the rights that the viewer has at each event. Whatever happens while a stream is interrupted is not told: query again when it is back. A stream that is not read for 10 seconds while events wait is closed.',
    authScopes: { signedIn: true },
    subscribe: (_root, _args, context) => {
      if (!context.viewer) throw new Error('The scope lets in signed-in viewers only.');
      return openEventStream(context, context.viewer);
    },
    resolve: (event) => event,
  }),
}));
