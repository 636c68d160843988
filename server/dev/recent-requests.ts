/** The last requests to the API and for pages, for /dev. Each process keeps its own. */
import { type LoggedRequest, requestChannel } from '#server/http/request-log.ts';

export type RecentRequest = LoggedRequest & { at: Date };

/** Requests that are kept. */
const capacity = 50;

/** Requests for files, and those of the pages under /dev, which ask every two seconds. */
const ignored = /^\/(dev|assets|graphiql|readyz|healthz)(\/|$)|\.\w+$/;

/** Keeps the last requests from now on. */
export function createRecentRequests() {
  const requests: RecentRequest[] = [];
  requestChannel.subscribe((message) => {
    const request = message as LoggedRequest;
    if (ignored.test(request.path)) return;
    requests.unshift({ ...request, at: new Date() });
    if (requests.length > capacity) requests.pop();
  });
  return {
    /** Newest first. */
    list: (): readonly RecentRequest[] => requests,
  };
}
