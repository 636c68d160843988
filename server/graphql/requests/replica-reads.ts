/** Decides which operations may read from standbys. */
import { OperationTypeNode } from 'graphql';
import type { ChangeCookie } from '#server/auth/sessions/change-cookie.ts';
import type { Context } from '#server/graphql/context.ts';
import { currentRequest } from '#server/log/request-context.ts';

const isReading = (scope: string) => /:(read|get|list)$/.test(scope);

/**
 * Whether a standby can't miss the client's own writes: browsers get a cookie after a change. Access tokens that can
 * change something always read from the primary.
 */
function mayBeBehind({ viewer, headers }: Context, changeCookie: NonNullable<ChangeCookie>) {
  if (viewer?.accessToken) return viewer.accessToken.scopes.every(isReading);
  return !changeCookie.isIn(headers);
}

/** Decides before execution whether an operation may read from standbys, and notes whether it changes data. */
export function noteOperationType(
  type: OperationTypeNode | undefined,
  context: Context,
  changeCookie: NonNullable<ChangeCookie>,
): void {
  const request = currentRequest();
  if (!request) return;
  request.readsReplicas = type === OperationTypeNode.QUERY && mayBeBehind(context, changeCookie);
  request.hasChanged = type === OperationTypeNode.MUTATION;
}
