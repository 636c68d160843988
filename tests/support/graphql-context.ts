import { DatabaseUse } from '#server/log/database-use.ts';

/** What a context has of its request, for operations without one. */
export const withoutRequest = () => ({
  headers: new Headers(),
  requestContext: { requestId: 'request', database: new DatabaseUse() },
  disconnect() {},
});
