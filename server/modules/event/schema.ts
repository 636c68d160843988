/**
 * What happens while one looks: records that others change, and the end of one's own session. One
 * stream per browser, over Server-Sent Events.
 */
import { isBanned } from '#server/auth/session.ts';
import type { Change } from '#server/database/changes.ts';
import { builder } from '#server/graphql/builder.ts';
import type { Context } from '#server/graphql/context.ts';
import { ErrorCode } from '#server/graphql/error-code.ts';
import { findNode, mayFind, Node } from '#server/graphql/node.ts';

type RecordChange = { type: 'RecordChange'; kind: Change['kind']; id: string };
type SignedOut = { type: 'SignedOut'; code: string };

const ChangeKind = builder.enumType('ChangeKind', {
  description: 'What was done to a record.',
  values: {
    CREATED: { value: 'insert', description: 'It is new.' },
    UPDATED: { value: 'update', description: 'It was changed.' },
    DELETED: { value: 'delete', description: 'It is no more.' },
  } as const,
});

const RecordChangeType = builder.objectRef<RecordChange>('RecordChange').implement({
  description: 'Somebody, perhaps the viewer, changed a record that the viewer may see.',
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

const SignedOutType = builder.objectRef<SignedOut>('SignedOut').implement({
  description: 'The viewer’s session was ended; the stream ends with it.',
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
  types: [RecordChangeType, SignedOutType],
  resolveType: ({ type }) => type,
});

/** The events of a change that the viewer may know of. */
async function* eventsOf(
  { table, kind, ids }: Change,
  context: Context,
): AsyncGenerator<RecordChange | SignedOut> {
  const { viewer, database } = context;
  if (!viewer) return;
  if (table !== 'session') {
    for (const id of ids) if (mayFind(id, context)) yield { type: 'RecordChange', kind, id };
    return;
  }
  if (!ids.includes(viewer.session.id)) return;
  const user = await database.user.findUnique({
    where: { id: viewer.user.id },
    select: { banned: true, banExpires: true },
  });
  yield { type: 'SignedOut', code: user && isBanned(user) ? 'BANNED_USER' : 'SESSION_EXPIRED' };
}

/** Events from now on; ends with the viewer's session or the product. */
async function* follow(context: Context): AsyncGenerator<RecordChange | SignedOut> {
  const { stream, end } = context.changes.subscribe();
  try {
    for await (const change of stream) {
      for await (const event of eventsOf(change, context)) {
        yield event;
        if (event.type === 'SignedOut') return;
      }
    }
  } finally {
    end();
  }
}

builder.subscriptionFields((t) => ({
  events: t.field({
    type: Event,
    description:
      'What happens from now on. What happened while a stream was interrupted is not told: ask again when it is back.',
    authScopes: { signedIn: true },
    subscribe: (_root, _args, context) => follow(context),
    resolve: (event) => event,
  }),
}));
