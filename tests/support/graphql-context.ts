import { DatabaseUse } from '#server/log/request-context.ts';

/** What a context has of its request, for operations without one. */
export const withoutRequest = () => ({
  headers: new Headers(),
  requestContext: { requestId: 'request', database: new DatabaseUse() },
});
