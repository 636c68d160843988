/** Which operations standbys of the database may answer. */
import { OperationTypeNode } from 'graphql';
import type { ChangeCookie } from '#server/auth/change-cookie.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Context } from './context.ts';

/** Scopes of a token that changes nothing. */
const isReading = (scope: string) => /:(read|get|list)$/.test(scope);

/**
 * Whether nobody who sends such a request may have changed something unseen: a browser has a cookie after a change, a
 * program with a token that may change something always reads from the primary.
 */
function mayBeBehind({ viewer, headers }: Context, changeCookie: NonNullable<ChangeCookie>) {
  if (viewer?.token) return viewer.token.scopes.every(isReading);
  return !changeCookie.isIn(headers);
}

/** Notes, before an operation is executed, where its reads may go, and that it changes something. */
export function noteOperationType(
  type: OperationTypeNode | undefined,
  context: Context,
  changeCookie: ChangeCookie,
): void {
  const request = currentRequest();
  if (!request || !changeCookie) return;
  request.readsReplicas = type === OperationTypeNode.QUERY && mayBeBehind(context, changeCookie);
  request.hasChanged = type === OperationTypeNode.MUTATION;
}
