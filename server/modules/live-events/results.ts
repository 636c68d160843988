import { initContextCache } from '@pothos/core';
import type { ExecutionResult } from 'graphql';
import { membershipsOf } from '#server/auth/memberships.ts';
import { isImpersonated, rightsOf } from '#server/auth/viewer.ts';
import type { Context, Viewer } from '#server/graphql/context.ts';
import { observeViewer, type ViewerUse } from '#server/graphql/live-events/shared-viewer.ts';
import type { EventOperation } from '#server/graphql/live-events/subscription.ts';
import { createUntilNextChange } from './until-next-change.ts';

export type Reader = {
  operation: EventOperation;
  context: Context & { viewer: Viewer };
  admit(): Promise<boolean>;
};

type Answer = { result: ExecutionResult; use: ViewerUse };

class NotAdmitted extends Error {}

const once = createUntilNextChange<Answer>();

async function execute({ operation, context, admit }: Reader, event: object): Promise<Answer> {
  if (!(await admit())) throw new NotAdmitted();
  const { viewer, use } = observeViewer(context.viewer);
  const own: Context = { ...context, ...initContextCache(), viewer };
  return { result: await operation.execute(event, own), use };
}

function hasOtherRoles(memberships: string, roles: ViewerUse['organizationRoles']): boolean {
  const own = membershipsOf(memberships);
  return [...roles].some(([id, role]) => own.get(id) !== role);
}

/** Doesn't share results that depend on the viewer, nor errors, which contain a request ID. */
function isShared({ use, result }: Answer, { user }: Viewer): boolean {
  if (use.isPersonal || result.errors || use.comparedIds.has(user.id)) return false;
  return !hasOtherRoles(user.memberships, use.organizationRoles);
}

async function findShared(reader: Reader, event: object, key: string): Promise<Answer | undefined> {
  const { changes, language } = reader.context;
  for (;;) {
    const { viewer } = reader.context;
    const group = [key, rightsOf(viewer), language, reader.operation.key].join(' ');
    let isFirst = false;
    try {
      const answer = await once(changes, group, () => {
        isFirst = true;
        return execute(reader, event);
      });
      return isFirst || isShared(answer, viewer) ? answer : undefined;
    } catch (error) {
      // If the first stream ended while waiting, another one executes the event.
      if (isFirst || !(error instanceof NotAdmitted)) throw error;
    }
  }
}

/**
 * Result of a change for a stream, shared with all streams of the same operation, rights and language whose viewers get
 * the same result. `key` identifies the change, `id` the record.
 *
 * @returns undefined if the stream was not admitted
 */
export async function resultOf(
  reader: Reader,
  event: object,
  { key, id }: { key: string; id: string | null },
): Promise<ExecutionResult | undefined> {
  const { viewer } = reader.context;
  try {
    const canShare = viewer.user.id !== id && !isImpersonated(viewer);
    const shared = canShare ? await findShared(reader, event, key) : undefined;
    return (shared ?? (await execute(reader, event))).result;
  } catch (error) {
    if (error instanceof NotAdmitted) return undefined;
    throw error;
  }
}
